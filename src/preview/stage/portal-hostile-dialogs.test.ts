import { expect } from 'chai'
import { reach, scaled } from '../../testing/figures.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { createDealer, createLooker, respondHostile } from './hostile-text.test-kit.ts'
import { pageDialogs } from './page-dialogs.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

/** Dialogs that open a part of a page with texts from other sources. */
const OWN_DIALOGS = ['profile?password=', 'profile?add-phone=', 'privacy?app=', 'privacy?end-all=']
/** Set-ups of a connection and roles, which replace the list. */
const IN_PAGE = ['sso?connection=', 'roles?new=', 'roles?role=', 'roles?copy=']
const ROUNDS = scaled(5)
/** Time for all loads of a test on a busy machine; each wait has a limit of its own. */
const timeFor = (loads: number) => 60_000 + ROUNDS * loads * 2_000

describe('names that are markup', () => {
  let backstage: Backstage
  let dialogs: Awaited<ReturnType<typeof pageDialogs>>
  before(async () => {
    backstage = await openBackstage()
    dialogs = await pageDialogs(backstage)
  })
  afterEach(() => backstage.intercept())

  it('stay text in every dialog of the portal', async function () {
    const places = [...dialogs.searches, ...OWN_DIALOGS]
    this.timeout(timeFor(places.length))
    await backstage.signIn(dialogs.email)
    const { next, count } = createDealer()
    const { texts, look } = createLooker()
    respondHostile(backstage, next)
    for (const place of Array.from({ length: ROUNDS }, () => places).flat()) {
      const portal = await openPortal(backstage, place)
      if (!IN_PAGE.some((start) => place.startsWith(start)))
        await until(
          () => `the dialog of ${place}: ${portal.words()}`,
          () => portal.shadow.querySelector('dialog[open]'),
        )
      await portal.settled()
      look(portal.shadow, place, place)
      await portal.close()
    }
    await reach(
      23,
      `portal: payloads in every text of ${places.length} dialogs: 0 script runs, 0 new elements`,
      `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text`,
    )
    expect(places.length).to.be.above(40)
    expect(texts.size).to.be.above(20)
  })
})
