import { expect } from 'chai'
import { pages } from '../../pages/index.ts'
import { reach, scaled } from '../../testing/figures.ts'
import { MALFORMED_RESPONSES, type MalformedResponse, titleOf } from '../../testing/malformed-responses.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { respondMalformed } from './malformed.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { LISTS, type PortalCall, SAVES } from './portal-calls.test-kit.ts'
import { until } from './until.test-kit.ts'

/** A backend that lacks one of our additional calls responds with this, and the client uses another call. */
const NOT_KNOWN = 404

/** Pages without a form that saves: events are only read, usage is counted by servers, factors need a device. */
const ONLY_READ = ['audits', 'usage', 'privacy']

/** Returns the pages to which no call of the table belongs. */
const without = (calls: readonly PortalCall[]) =>
  pages.filter(({ slug }) => !calls.some(({ place }) => place.split('?')[0] === slug)).map(({ id }) => id)

const CALLS = [...LISTS, ...SAVES]
/** Tests of `http/` cover how each response is read; here the first few reach every list and form. */
const RESPONSES = MALFORMED_RESPONSES.slice(0, Math.max(3, scaled(MALFORMED_RESPONSES.length)))

const wordsOf = ({ says, status }: MalformedResponse, { isAddition }: PortalCall) =>
  isAddition && status === NOT_KNOWN ? undefined : says

describe('the portal and a malformed response', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  let checked = 0
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
    backstage.intercept()
  })

  const open = async (place: string) => {
    await portal?.close()
    portal = await openPortal(backstage, place)
    await portal.find('heading')
    return portal
  }

  for (const call of CALLS) {
    it(`ends the waiting with the right message: ${call.name}`, async function () {
      this.timeout(20_000 + RESPONSES.length * 5_000)
      await backstage.signIn(call.of ?? 'ada@acme.test')
      const malformed = respondMalformed(backstage, call)
      let ready: Portal | undefined
      const ask = async (one: MalformedResponse): Promise<Portal> => {
        if (call.save) {
          const own = ready ?? (await open(call.place))
          if (!ready) await own.settled()
          if (!ready) await call.fill?.(own)
          malformed.respondWith(one)
          await call.save(own)
          return own
        }
        malformed.respondWith(one)
        if (!ready) return open(call.place)
        await ready.click('button', 'Try again')
        return ready
      }
      for (const one of RESPONSES) {
        const what = `${call.name}, ${titleOf(one)}`
        const before = malformed.sent()
        const own = await ask(one)
        await until(`the call: ${what}`, () => malformed.sent() > before)
        await own.settled()
        expect(own.words(), what).to.not.include('<')
        const words = wordsOf(one, call)
        if (words) await own.text(words)
        malformed.respondWith(undefined)
        ready = words === undefined ? undefined : own
        checked += 1
      }
    })
  }

  it('was tried for a list or record of every page, and for saving unless a page can’t save', async () => {
    expect(without(LISTS)).to.deep.equal([])
    expect(without(SAVES).toSorted()).to.deep.equal(ONLY_READ.toSorted())
    expect(checked).to.equal(CALLS.length * RESPONSES.length)
    await reach(
      46,
      'portal: 40 bodies to every list and save: right text, loading ends, 0 uncaught',
      `${RESPONSES.length} bodies, ${CALLS.length} lists and saves: ${checked} responses, 0 uncaught`,
      checked === CALLS.length * RESPONSES.length,
    )
  })
})
