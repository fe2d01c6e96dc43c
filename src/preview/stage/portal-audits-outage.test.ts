import { expect } from 'chai'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'

/** Calls for the events, their columns, counts, chart and news. */
const AUDITS = /\/audits(?:[/?]|$)|entityName=audits/

describe('the audit log while its calls fail', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
    await backstage.signIn('ada@acme.test')
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
    backstage.intercept()
  })

  for (const [what, status, body] of [
    ['with an error of the server', 500, '{"errors":["Down"]}'],
    ['with an outage', 503, ''],
    ['with a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['with too many requests', 429, '{}'],
  ] as const)
    it(`shows one error and recovers by one button: ${what}`, async function () {
      this.timeout(30_000)
      const failed: string[] = []
      backstage.intercept((request) => {
        const { pathname, search } = new URL(request.url)
        if (!AUDITS.test(pathname + search)) return undefined
        failed.push(pathname)
        return new Response(body, { status })
      })
      portal = await openPortal(backstage, 'audits')
      const { shadow } = portal
      await portal.find('button', 'Try again')
      await portal.settled()
      const errors = [...shadow.querySelectorAll('.fe-alert')].map(({ textContent }) => textContent)
      expect(errors).to.have.length(1)
      expect(new Set(failed).size).to.be.above(3)
      backstage.intercept()
      await portal.click('button', 'Try again')
      await portal.gone('button', 'Try again')
      await portal.settled()
      expect(shadow.querySelectorAll('.fe-alert')).to.have.length(0)
    })
})
