import { expect } from 'chai'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'

describe('a portal whose text is twice as large', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(async () => {
    await portal?.close()
    portal = undefined
  })

  it('shows every link of the menu and every title of a card in a box of their own', async () => {
    await applyLook(DESK)
    await backstage.signIn('ada@acme.test')
    const own = await openPortal(backstage, 'privacy')
    portal = own
    await own.settled()
    own.host.style.setProperty('--fe-font-size-m', '28px')
    own.host.style.setProperty('--fe-font-size-l', '32px')
    await new Promise(requestAnimationFrame)
    const boxes = [...own.shadow.querySelectorAll('.fe-nav-link, .fe-card-title')]
    expect(boxes.length).to.be.above(12)
    expect(boxes.filter((box) => box.scrollHeight > box.clientHeight + 1).map((box) => box.textContent)).to.deep.equal(
      [],
    )
  })
  for (const place of ['users', 'roles', 'groups'])
    it(`shows every badge and chip in a box as high as its text: ${place}`, async () => {
      await applyLook(DESK)
      await backstage.signIn('ada@acme.test')
      const own = await openPortal(backstage, place)
      portal = own
      await own.settled()
      for (const [size, px] of Object.entries({ xs: 24, s: 26, m: 28, l: 32 }))
        own.host.style.setProperty(`--fe-font-size-${size}`, `${px}px`)
      await new Promise(requestAnimationFrame)
      const boxes = [...own.shadow.querySelectorAll('.fe-table .fe-badge, .fe-table .fe-name-chip')]
      expect(boxes.length).to.be.above(0)
      const low = boxes.filter((box) => Number.parseFloat(getComputedStyle(box).lineHeight) < 24)
      expect(low.map((box) => box.textContent)).to.deep.equal([])
      const badges = boxes.filter((box) => box.matches('.fe-badge'))
      const cut = badges.filter((box) => box.scrollWidth > box.clientWidth + 1)
      expect(cut.map((box) => box.textContent)).to.deep.equal([])
    })
})
