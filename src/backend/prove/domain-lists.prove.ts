import { domainRestrictions, emailDomains } from '../../contract/restrictions.ts'
import { openTestPglite } from '../../testing/pglite.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/**
 * Measures the list of email domains and a decision based on it, for an account with 10,000 rules on the embedded
 * database.
 */
const LIMIT_MS = 300
const ROUNDS = 20
const count = Math.max(1_000, scaled(10_000))

const kit = await openKit(openTestPglite)
try {
  await kit.reset()
  const { token } = await kit.signIn('ada@acme.test')
  const domains = Array.from({ length: count }, (_, at) => `company${at}.example`)
  const added = await kit.call('POST', emailDomains.createDomains.path, { token, body: { domains, type: 'BLOCK' } })
  await kit.call('POST', domainRestrictions.updateDomainConfig.path, { token, body: { active: true, type: 'BLOCK' } })
  await kit.store.optimize?.()
  const timeOf = async (work: () => Promise<{ status: number }>): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now()
      const { status } = await work()
      times.push(performance.now() - start)
      if (status !== 200) throw new Error(`status ${status}`)
    }
    return Math.round(median(times))
  }
  const email = `ann@eu.company${count - 1}.example`
  const reached = {
    'whole list': await timeOf(() => kit.call('GET', domainRestrictions.listDomains.path, { token })),
    decision: await timeOf(() => kit.call('POST', emailDomains.verifyEmail.path, { token, body: { email } })),
  }
  const { body } = await kit.call('GET', domainRestrictions.listDomains.path, { token })
  const isWhole = added.status === 200 && body.items.length === count
  report({
    row: 56,
    wanted: `${count} rules on PGlite: the whole list, and the decision on an email, within ${LIMIT_MS} ms each, median of ${ROUNDS}`,
    reached: JSON.stringify({ rules: body.items.length, ...reached }),
    ok: isWhole && areWithin(LIMIT_MS, ...Object.values(reached)),
  })
} finally {
  await kit.close()
}
