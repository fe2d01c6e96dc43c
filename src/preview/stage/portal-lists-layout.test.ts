import { expect } from 'chai'
import { allByRole } from '../../testing/by-role.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { sidewaysOf } from './judge.test-kit.ts'
import { DESK, type Look, wear } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

const ADA = 'ada@acme.test'
const REX = 'rex@reseller.test'

/** Every page with a list, and a user who has rows in it. */
const LISTS = [
  { place: 'users', of: ADA },
  { place: 'groups', of: ADA },
  { place: 'roles', of: ADA },
  { place: 'roles?tab=matrix', of: ADA },
  { place: 'audits', of: ADA },
  { place: 'webhooks', of: ADA },
  { place: 'api-tokens', of: ADA },
  { place: 'personal-api-tokens', of: ADA },
  { place: 'provisioning', of: ADA },
  { place: 'sso', of: ADA },
  { place: 'privacy', of: ADA },
  { place: 'security?tab=center', of: ADA },
  { place: 'all-accounts', of: REX },
  { place: 'all-accounts?view=list', of: REX },
  { place: 'all-accounts?view=users', of: REX },
]

const PHONE: Look = { scheme: 'light', width: 390 }
const TABLET: Look = { scheme: 'light', width: 768 }
const SCREEN_HEIGHT = 844
const MAX_GAP_PX = 24

/** Resolves once a frame has been drawn. */
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Returns the widths of search boxes that leave space beside them. */
const narrowSearches = ({ shadow }: Portal): number[] =>
  [...shadow.querySelectorAll('.fe-portal-content .fe-search')]
    .map((box) => box.getBoundingClientRect().width)
    .filter((width) => width > 0 && width < document.documentElement.clientWidth - 48)

describe('a list of the portal', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
  })
  after(() => wear(DESK))
  afterEach(async () => {
    await portal?.close()
    portal = undefined
  })
  const open = async (place: string, of: string, look: Look) => {
    await portal?.close()
    await wear(look)
    await backstage.signIn(of)
    const own = await openPortal(backstage, place)
    portal = own
    await own.settled()
    return own
  }

  for (const look of [PHONE, TABLET])
    for (const { place, of } of LISTS)
      it(`does not scroll sideways at ${look.width} px: ${place}`, async () => {
        const own = await open(place, of, look)
        const sideways = () => sidewaysOf(own.shadow).join('; ')
        await until(
          () => `a list that fits: ${sideways()}`,
          () => sideways() === '',
        )
        // On phones, a search field has the full width.
        if (look === PHONE) expect(narrowSearches(own)).to.deep.equal([])
      })

  for (const [place, of] of [
    ['users', ADA],
    ['all-accounts?view=users', REX],
  ] as const)
    it(`shows a phone at least six users at once, each in two lines: ${place}`, async () => {
      const own = await open(place, of, PHONE)
      await own.find('row')
      const rows = allByRole(own.shadow, 'row').map((row) => row.getBoundingClientRect())
      const whole = rows.filter(({ top, bottom }) => top >= 0 && bottom <= SCREEN_HEIGHT)
      expect(whole.length).to.be.at.least(6)
    })

  it('leaves no hole above the card of an empty list, and moves nothing when the placeholders go', async () => {
    const held: (() => void)[] = []
    backstage.intercept((request) =>
      /\/api-tokens\//.test(request.url) ? new Promise((resolve) => held.push(() => resolve(undefined))) : undefined,
    )
    await wear(DESK)
    await backstage.signIn(REX)
    portal = await openPortal(backstage, 'personal-api-tokens')
    const own = portal
    const placeOf = (part: string) => own.shadow.querySelector(part)?.getBoundingClientRect()
    await until(
      () => `placeholders in ${own.words()}`,
      () => held.length > 0 && placeOf('.fe-table-frame .fe-skeleton'),
    )
    await frame()
    const moved: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => void moved.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    backstage.intercept()
    for (const pass of held) pass()
    await own.text('No tokens yet')
    await frame()
    moved.push(...observer.takeRecords())
    observer.disconnect()
    expect(moved.map((entry) => JSON.stringify(entry))).to.deep.equal([])
    const gap = (placeOf('.fe-table-frame')?.top ?? 0) - (placeOf('.fe-page-head')?.bottom ?? 0)
    expect(gap).to.be.within(1, MAX_GAP_PX)
  })

  it('shows the roles of a user in one line, with the number of those that don’t fit', async () => {
    const { members, roles } = backstage.store
    const { id, email } = await backstage.recruit(ADA, 'Rolf Manyroles')
    const own = await members.find({ userId: id })
    const all = await roles.list({ tenantId: { in: [own?.tenantId ?? '', null] } })
    await members.update({ userId: id }, { roleIds: JSON.stringify(all.map((role) => role.id)) })
    const list = await open(`users?search=${email}`, ADA, DESK)
    const row = await list.find('row', email)
    await until('the number of other roles', () => /\+\d+/.test(row.textContent ?? ''))
    expect(row.getBoundingClientRect().height).to.be.at.most(64)
  })
})
