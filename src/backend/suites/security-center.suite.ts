import assert from 'node:assert/strict'
import { it } from 'node:test'
import { password } from '../../contract/password.ts'
import { securityCenter, sessionConfig } from '../../contract/security.ts'
import { breachedPasswordEmails, memberMfa, users } from '../../contract/users.ts'
import { insightsOf, recommendationsOf } from '../../rules/security-findings.ts'
import { createRandom } from '../../testing/random.ts'
import { readSecurityState } from '../domain/security-center/security-state.ts'
import { report, scaled } from '../prove/report.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { expectedOf, randomTenant, storeTenants } from './security-oracle.test-kit.ts'

const FULL_TENANTS = 500

const codesOf = (items: readonly { code: string }[]) => items.map(({ code }) => code).sort()

export const describeSecurityCenter = (kit: () => Kit): void => {
  const get = async (path: string, email = 'ada@acme.test') =>
    kit().call('GET', path, { token: (await kit().signIn(email)).token })
  const recommendations = async () => {
    const { body } = await get(securityCenter.getRecommendations.path)
    return { score: body.scoring.score as number, codes: codesOf(body.recommendations.items) }
  }

  it('recommends missing settings until they are set', async () => {
    const before = await recommendations()
    assert.ok(before.codes.includes('ENABLE_IDLE_SESSION'))
    const { token } = await kit().signIn('ada@acme.test')
    const body = { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 1_800 } }
    assert.equal((await kit().call('POST', sessionConfig.saveSessionConfig.path, { token, body })).status, 200)
    const after = await recommendations()
    assert.deepEqual(
      before.codes.filter((code) => !after.codes.includes(code)),
      ['ENABLE_IDLE_SESSION'],
    )
    assert.equal(after.score - before.score, 8)
  })

  it('counts only joined members of the caller’s account', async () => {
    await kit().store.members.update({ userId: 'tom' }, { activated: false })
    await kit().store.members.update({ userId: { in: ['mel', 'gia', 'tom'] } }, { isBreachedPassword: true })
    const { body } = await get(securityCenter.getInsights.path)
    const mfa = body.insights.items.find(({ code }: { code: string }) => code === 'PARTIAL_MFA_USAGE')
    assert.deepEqual([mfa.metadata.totalUsers, mfa.metadata.mfa.enrolledUsersCount], [8, 1])
    const breached = body.insights.items.find(({ code }: { code: string }) => code === 'BREACHED_PASSWORD_USERS_EXIST')
    assert.equal(breached.metadata.password.breachedPasswordUsersCount, 1)
  })

  it('finds the same for random accounts as an independent reading of their rows', async () => {
    const random = createRandom(15)
    const now = kit().time.now
    const tenants = Array.from({ length: scaled(FULL_TENANTS) }, (_, at) => randomTenant(random, `random${at}`, now))
    await storeTenants(kit(), tenants)
    const differences: string[] = []
    for (const tenant of tenants) {
      const state = await readSecurityState(kit().ports, tenant.id)
      const found = {
        recommendations: codesOf(recommendationsOf(state)),
        insights: codesOf(insightsOf(state)),
        counts: state.users,
      }
      const expected = expectedOf(tenant, now)
      if (JSON.stringify(found) !== JSON.stringify(expected))
        differences.push(JSON.stringify({ tenant, found, expected }))
    }
    assert.deepEqual(differences, [])
    report({
      row: 55,
      wanted: `${tenants.length} random accounts: recommendations, insights and counts as an independent oracle says`,
      reached: `${differences.length} differences`,
      ok: differences.length === 0,
    })
  })

  it('emails a link for a new password to every joined member whose password is breached', async () => {
    await kit().store.users.update({ id: { in: ['mel', 'rea', 'gia'] } }, { isBreachedPassword: true })
    await kit().store.members.update({ userId: { in: ['mel', 'rea', 'gia'] } }, { isBreachedPassword: true })
    await kit().store.members.update({ userId: 'rea' }, { activated: false })
    const { token } = await kit().signIn('ada@acme.test')
    const send = () => kit().call('POST', password.sendBreachedPasswordEmails.path, { token })
    assert.equal((await send()).status, 200)
    assert.deepEqual(
      kit().mails.map(({ to, subject }) => [to, subject]),
      [['mel@acme.test', 'Choose a new password']],
    )
    const link = kit().lastLink()
    const body = { userId: link.userId, token: link.token, password: 'Brave-Otter-42' }
    assert.equal((await kit().call('POST', password.resetPassword.path, { body })).status, 200)
    const { codes } = await recommendations()
    assert.ok(!codes.includes('BREACHED_PASSWORDS_EXIST'))
    // Each user gets only a limited number of emails, however often this is sent.
    await kit().store.members.update({ userId: 'tom' }, { isBreachedPassword: true })
    kit().mails.length = 0
    const mailOne = (userIds: string[]) =>
      kit().call('POST', breachedPasswordEmails.mailBreachedUsers.path, { token, body: { userIds } })
    assert.deepEqual((await mailOne(['ada', 'rea', 'gia'])).body, { count: 0 })
    assert.deepEqual((await mailOne(['tom', 'ada'])).body, { count: 1 })
    assert.equal((await mailOne([])).status, 400)
    for (let round = 0; round < 8; round += 1) assert.equal((await send()).status, 200)
    assert.equal(kit().mails.length, 5)
  })

  it('requires a second factor from a member at the next sign-in once that is set', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const require = (userIds: string[], required = true) =>
      kit().call('PUT', memberMfa.requireMfa.path, { token, body: { userIds, required } })
    assert.equal((await kit().login('mel@acme.test')).body.mfaRequired, false)
    assert.deepEqual((await require(['mel', 'rea', 'gia', 'mel'])).body, { count: 2 })
    const asked = (await kit().login('mel@acme.test')).body
    assert.deepEqual([asked.mfaRequired, asked.mfaEnrolled, asked.accessToken], [true, false, ''])
    assert.equal((await kit().login('gia@globex.test')).body.mfaRequired, false)
    const query = '_preset=mfa-unenrolled&_offset=0&_limit=50&_includeSubTenants=false'
    const { body } = await kit().call('GET', `${users.listUsersV3.path}?${query}`, { token })
    const required = body.items.filter((user: { mfaRequired?: boolean }) => user.mfaRequired)
    assert.deepEqual(required.map(({ id }: { id: string }) => id).sort(), ['mel', 'rea'])
    assert.deepEqual((await require(['mel'], false)).body, { count: 1 })
    assert.equal((await kit().login('mel@acme.test')).body.mfaRequired, false)
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'Second factor required' })
    assert.equal(rows.length, 1)
  })

  it('doesn’t require a second factor from higher-ranking users, or from too many at once', async () => {
    const as = async (email: string, body: object) =>
      (await kit().call('PUT', memberMfa.requireMfa.path, { token: (await kit().signIn(email)).token, body })).status
    assert.equal(await as('tom@acme.test', { userIds: ['ada'], required: true }), 403)
    assert.equal(await as('tom@acme.test', { userIds: ['mel'], required: true }), 200)
    assert.equal(await as('rea@acme.test', { userIds: ['mel'], required: true }), 403)
    assert.equal(await as('ada@acme.test', { userIds: [], required: true }), 400)
    assert.equal(await as('ada@acme.test', { userIds: ['mel'], required: 'yes' }), 400)
    const many = Array.from({ length: 501 }, (_, at) => `user${at}`)
    assert.equal(await as('ada@acme.test', { userIds: many, required: true }), 400)
  })
}
