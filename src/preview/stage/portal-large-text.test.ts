import { expect } from 'chai'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { DESK, wear } from './looks.test-kit.ts'
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
    await wear(DESK)
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
})
