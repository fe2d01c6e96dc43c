import { expect } from 'chai'
import { pages } from '../../pages/index.ts'
import { TAB_IDS } from '../../pages/security/security.state.ts'
import { reach, scaled } from '../../testing/figures.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { createDealer, createLooker, respondHostile } from './hostile-text.test-kit.ts'
import { pageDialogs } from './page-dialogs.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'

/** Every page, and other views that open by URL. */
const PAGES = [
  ...pages.map(({ slug }) => slug),
  'users?search=a&new',
  'roles?tab=matrix',
  ...TAB_IDS.map((id) => `security?tab=${id}`),
]
const ROUNDS = scaled(5)
/** Time for all loads of a test on a busy machine; each wait has a limit of its own. */
const timeFor = (loads: number) => 60_000 + ROUNDS * loads * 2_000

describe('names, emails and errors that are markup', () => {
  let backstage: Backstage
  let dialogs: Awaited<ReturnType<typeof pageDialogs>>
  before(async () => {
    backstage = await openBackstage()
    dialogs = await pageDialogs(backstage)
  })
  afterEach(() => backstage.intercept())

  it(`stay text on every page of the portal: ${PAGES.length} for each of two users`, async function () {
    this.timeout(timeFor(2 * PAGES.length))
    const { next, count } = createDealer()
    const { texts, look } = createLooker()
    // One account has billing, the other has sub-accounts and connections.
    for (const email of Array.from({ length: ROUNDS }, () => ['ada@acme.test', dialogs.email]).flat()) {
      backstage.intercept()
      await backstage.signIn(email)
      respondHostile(backstage, next)
      for (const place of PAGES) {
        const portal = await openPortal(backstage, place)
        await portal.settled()
        look(portal.shadow, place, `${place} of ${email}`)
        await portal.close()
      }
    }
    backstage.intercept(({ url }) =>
      url.includes('/fe/v1/members?') ? Response.json({ errors: [next(), next()] }, { status: 400 }) : undefined,
    )
    const portal = await openPortal(backstage, 'users')
    await portal.find('button', 'Try again')
    look(portal.shadow, 'users', 'a refused list')
    await portal.close()
    await reach(
      23,
      `portal: payloads in every text of ${PAGES.length} pages and an error: 0 script runs, 0 new elements`,
      `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text`,
    )
    expect(texts.size).to.be.above(150)
  })
})
