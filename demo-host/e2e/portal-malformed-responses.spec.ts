import { pages } from '../../src/pages/index.ts'
import { expect, test } from './fixtures.ts'
import { reach, rotating, scaled } from './support/figures.ts'
import { MALFORMED_RESPONSES, type Odd, respondMalformed } from './support/malformed-responses.ts'
import { LISTS, type PortalCall, SAVES, type World } from './support/portal-calls.ts'
import { tally } from './support/tally.ts'

const PATIENCE = { timeout: 30_000 }
/** A backend that lacks one of our additional calls responds with this, and the client uses another call. */
const NOT_KNOWN = 404

/** Nothing is saved there by one form: events are only read, usage is counted by servers, factors need a device. */
const ONLY_READ = ['audits', 'usage', 'privacy']

/** Pages that no call of the table belongs to. */
const without = (calls: readonly PortalCall[]) =>
  pages.filter(({ slug }) => !calls.some(({ hash }) => hash.split('?')[0] === slug)).map(({ id }) => id)

const CALLS = rotating([...LISTS, ...SAVES], 6)
const RESPONSES = MALFORMED_RESPONSES.slice(0, scaled(MALFORMED_RESPONSES.length, 3))
const responded = tally('portal-malformed-responses')

/** Loads the page again and waits for it to be complete. */
const open = async ({ page, portal }: World, hash: string) => {
  await page.goto('about:blank')
  await page.goto(`/script-tag#/admin-box/${hash}`)
  await expect(portal.element.getByRole('heading').first()).toBeVisible()
}

const expectEnd = async ({ portal }: World, what: string) => {
  const waiting = portal.element.locator('[aria-busy="true"], .fe-skeleton, [data-busy]')
  await expect(waiting, what).toHaveCount(0, PATIENCE)
  await expect(portal.element.getByText('<', { exact: false }), what).toHaveCount(0)
}

const wordsOf = ({ says, status }: Odd, { isAddition }: PortalCall) =>
  isAddition && status === NOT_KNOWN ? undefined : says

for (const call of CALLS) {
  test(`${call.name}: whatever the response, the right message and an end to the waiting`, async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    test.setTimeout(300_000)
    await signedIn(call.of ?? 'ada@acme.test')
    const world: World = { page, portal, demo }
    const odd = await respondMalformed(page, demo, call)
    let isReady = false
    const ask = async (one: Odd) => {
      if (call.save) {
        if (!isReady) {
          await open(world, call.hash)
          await call.fill?.(world)
        }
        odd.respondWith(one)
        return call.save(world)
      }
      odd.respondWith(one)
      if (isReady) return portal.button('Try again').first().click()
      return open(world, call.hash)
    }
    for (const one of RESPONSES) {
      const what = `${call.name}, ${RESPONSES.indexOf(one)}: ${one.status} ${String(one.body).slice(0, 60)}`
      const before = odd.sent()
      await ask(one)
      await expect.poll(odd.sent, { message: what, ...PATIENCE }).toBeGreaterThan(before)
      const words = wordsOf(one, call)
      await expectEnd(world, what)
      if (words) await expect(portal.element.getByText(words).first(), what).toBeVisible(PATIENCE)
      odd.respondWith(undefined)
      isReady = words !== undefined
      responded.add(what)
    }
    expect(odd.uncaught).toEqual([])
  })
}

test('every page of the portal has a list or record among these calls, and a save unless it has none', () => {
  expect(without(LISTS)).toEqual([])
  expect(without(SAVES).toSorted()).toEqual(ONLY_READ.toSorted())
})

test('all malformed responses were tried with all calls of the portal', async () => {
  reach(
    46,
    'portal: 40 bodies to every list and save: right text, loading ends within 30 s, 0 uncaught',
    `${RESPONSES.length} bodies, ${CALLS.length} lists and saves: ${responded.count()} responses, 0 uncaught`,
  )
  expect(responded.count()).toBe(CALLS.length * RESPONSES.length)
})
