import { expect } from 'chai'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { applyLook, DESK, type Look } from './looks.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

const NARROW: Look = { scheme: 'light', width: 390 }

/** Pages, the calls that fill them, and the parts whose place is known before those calls return. */
const PAGES = [
  { place: 'sso', calls: /\/sso\//, parts: '.fe-table-frame' },
  { place: 'provisioning', calls: /\/provisioning\//, parts: '.fe-table-frame' },
  { place: 'personal-api-tokens', calls: /api-tokens/, parts: '.fe-table-frame' },
  { place: 'privacy', calls: /\/mfa\//, parts: '.fe-card' },
  { place: 'privacy', calls: /\/mfa\//, parts: '.fe-card', look: NARROW },
]

describe('a page of a new user', () => {
  let backstage: Backstage
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(() => backstage.intercept())

  for (const { place, calls, parts, look = DESK } of PAGES)
    it(`keeps its parts in their places when they turn out to be empty: ${place}, ${look.width}`, async () => {
      await applyLook(look)
      const { newUser } = await backstage.ownAccount('Kept')
      await backstage.signIn(newUser.email)
      const held: (() => void)[] = []
      backstage.intercept((request) =>
        calls.test(request.url) ? new Promise((resolve) => held.push(() => resolve(undefined))) : undefined,
      )
      const portal = await openPortal(backstage, place)
      const tops = () =>
        [...portal.shadow.querySelectorAll(`.fe-portal-content ${parts}`)].map((one) => one.getBoundingClientRect().top)
      await until(
        () => `the placeholders; ${held.length} calls wait, ${tops().length} parts are shown`,
        () => held.length > 0 && tops().length >= (place === 'privacy' ? 3 : 1),
      )
      const before = tops()
      backstage.intercept()
      for (const pass of held) pass()
      await portal.settled()
      for (const [at, top] of tops().entries())
        expect(Math.abs(top - (before[at] ?? 0)), `part ${at + 1}`).to.be.at.most(1)
      await portal.close()
    })
})
