import { expect } from 'chai'
import { allByRole } from '../../testing/by-role.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { sidewaysOf } from './inspector.test-kit.ts'
import { applyLook, DESK, type Look } from './looks.test-kit.ts'
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
  after(() => applyLook(DESK))
  afterEach(async () => {
    await portal?.close()
    portal = undefined
  })
  const open = async (place: string, of: string, look: Look) => {
    await portal?.close()
    await applyLook(look)
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

  describe('without records', () => {
    const CALLS = /\/groups\?/
    const partOf = (own: Portal, part: string) => own.shadow.querySelector<HTMLElement>(part)
    const topOf = (own: Portal) => partOf(own, '.fe-table-frame')?.getBoundingClientRect().top ?? Number.NaN
    const gapOf = (own: Portal) => topOf(own) - (partOf(own, '.fe-page-head')?.getBoundingClientRect().bottom ?? 0)
    const hold = () => {
      const held: (() => void)[] = []
      backstage.intercept((request) =>
        CALLS.test(request.url) ? new Promise((resolve) => held.push(() => resolve(undefined))) : undefined,
      )
      return {
        begun: () => held.length > 0,
        pass() {
          backstage.intercept()
          for (const one of held) one()
        },
      }
    }
    /** Returns where the card is while its placeholders are shown, and after they are gone. */
    const visit = async () => {
      await portal?.close()
      const calls = hold()
      portal = await openPortal(backstage, 'groups')
      const own = portal
      await until(
        () => `placeholders in ${own.words()}`,
        () => calls.begun() && partOf(own, '.fe-table-frame .fe-skeleton'),
      )
      await frame()
      const before = topOf(own)
      calls.pass()
      await own.text('No groups yet')
      await frame()
      return { own, before, after: topOf(own) }
    }
    beforeEach(async () => {
      await applyLook(DESK)
      const { newUser } = await backstage.ownAccount('Groupless')
      await backstage.signIn(newUser.email)
    })

    it('keeps its card in its place when the placeholders go, and has no hole above it from the second visit on', async () => {
      const first = await visit()
      expect(first.after).to.equal(first.before)
      const second = await visit()
      expect(second.after).to.equal(second.before)
      expect(gapOf(second.own)).to.be.within(1, MAX_GAP_PX)
    })

    it('fills only the button of the empty list, so that one action is the first', async () => {
      const { own } = await visit()
      const colorOf = (part: string) => {
        const button = partOf(own, part)
        return button && getComputedStyle(button).backgroundColor
      }
      const inHead = () => colorOf('.fe-page-actions > .fe-button-primary')
      const filled = colorOf('.fe-empty .fe-button-primary')
      const surface = colorOf('.fe-page-actions > .fe-button-secondary')
      expect(filled).to.not.equal(surface)
      await until('an outlined button in the head', () => inHead() === surface)
      own.go('roles')
      await own.settled()
      await until('a filled button above rows', () => inHead() === filled)
    })

    it('keeps its card, its place and the focus when it loads again', async () => {
      const { own, after } = await visit()
      const card = partOf(own, '.fe-table-frame')
      const button = partOf(own, '.fe-empty button')
      button?.focus()
      expect(own.shadow.activeElement).to.equal(button)
      const calls = hold()
      own.go('groups?sort=createdAt:desc')
      await until('the second call', () => calls.begun())
      await frame()
      const isSame = () =>
        partOf(own, '.fe-table-frame') === card && own.shadow.activeElement === button && topOf(own) === after
      expect(isSame()).to.equal(true)
      calls.pass()
      await own.settled()
      expect(isSame()).to.equal(true)
    })
  })

  for (const [place, count] of [
    ['users', '.fe-users-stat'],
    ['roles', '.fe-roles-count'],
  ] as const)
    it(`shows counts of zero fainter than others: ${place}`, async () => {
      const own = await open(place, ADA, DESK)
      await own.find('row')
      const counts = () => [...own.shadow.querySelectorAll<HTMLElement>(count)]
      await until('counts', () => counts().length > 0)
      const colors = (areZero: boolean) =>
        counts()
          .filter(({ textContent }) => /^0\b/.test(textContent) === areZero)
          .map((element) => getComputedStyle(element).color)
      const [faint, strong] = [new Set(colors(true)), new Set(colors(false))]
      expect([faint.size, strong.size]).to.eql([1, 1])
      expect([...faint]).to.not.eql([...strong])
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
