import { expect } from 'chai'
import { pages } from '../../pages/index.ts'
import { runnerCommand } from '../../testing/runner-command.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'

const ADA = 'ada@acme.test'
/** A sheet of A4 between its margins, in CSS pixels. */
const SHEET_WIDTH = 718
/** Controls that only make sense on a screen. */
const PRESSED = '.fe-button, .fe-icon-button, .fe-segmented, .fe-privacy-offers, input[type=search], .fe-page-actions'

describe('a page of the portal on paper', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(async () => {
    await runnerCommand('emulate-media', { media: 'screen' })
    await portal?.close()
    portal = undefined
  })
  after(() => applyLook(DESK))

  const print = async (place: string) => {
    await applyLook(DESK)
    await backstage.signIn(ADA)
    const own = await openPortal(backstage, place)
    portal = own
    await own.settled()
    await runnerCommand('emulate-media', { media: 'print' })
    own.host.style.width = `${SHEET_WIDTH}px`
    await new Promise(requestAnimationFrame)
    const all = (selector: string) =>
      [...own.shadow.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility())
    return { host: own.host, all }
  }

  for (const { slug } of pages)
    it(`has no buttons and nothing beside the sheet: ${slug}`, async () => {
      const { host, all } = await print(slug)
      expect(all(PRESSED).map((one) => one.textContent || one.getAttribute('aria-label'))).to.deep.equal([])
      const edge = host.getBoundingClientRect().left + SHEET_WIDTH + 1
      const beside = all('h1, h2, h3, p, td, th, label, input').filter(
        (one) => one.getBoundingClientRect().right > edge,
      )
      expect(beside.map((one) => `${one.className} ${one.textContent}`)).to.deep.equal([])
    })

  it('breaks no date, factor or heading of the users within a word', async () => {
    const { all } = await print('users?size=20')
    const cells = all('th[data-column] .fe-table-sort, td[data-column="twoFactor"] .fe-table-cell, td time')
    expect(cells.length).to.be.above(10)
    const broken = cells.filter((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 6))).size
      return lines > (cell.textContent ?? '').trim().split(/[\s-]+/).length
    })
    expect(broken.map((cell) => cell.textContent)).to.deep.equal([])
  })
})
