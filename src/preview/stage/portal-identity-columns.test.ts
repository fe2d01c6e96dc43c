import { expect } from 'chai'
import { runnerCommand } from '../../testing/runner-command.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { applyLook, DESK, type Look } from './looks.test-kit.ts'
import { openPortal, type Portal } from './portal.test-kit.ts'
import { until } from './until.test-kit.ts'

const ADA = 'ada@acme.test'
const REX = 'rex@reseller.test'

/** Pages with a table whose first column identifies the row, each with a user who sees rows there. */
const LISTS = [
  ['users', ADA],
  ['groups', ADA],
  ['roles', ADA],
  ['api-tokens', ADA],
  ['all-accounts?view=list', REX],
  ['all-accounts?view=users', REX],
] as const

const FONTS = ['DejaVuSans', 'DejaVuSerif', 'DejaVuSansCondensed']
const DESKS = [1200, 1280, 1440, 1920] as const
const MIN_IDENTITY = 240
const FRAMES_AT_REST = 3

describe('what names a row', () => {
  let backstage: Backstage
  let portal: Portal | undefined
  before(async () => {
    for (const name of FONTS) {
      const font = new FontFace(name, `url(/node_modules/dejavu-fonts-ttf/ttf/${name}.ttf)`)
      document.fonts.add(await font.load())
    }
    backstage = await openBackstage()
  })
  after(() => applyLook(DESK))
  afterEach(async () => {
    await runnerCommand('emulate-media', { media: 'screen' })
    await portal?.close()
    portal = undefined
  })

  const open = async (place: string, of: string, look: Look) => {
    await applyLook(look)
    await backstage.signIn(of)
    const own = await openPortal(backstage, place)
    portal = own
    await own.settled()
    return own
  }

  const nextFrame = () => new Promise(requestAnimationFrame)

  const isCut = (text: Element) => text.scrollWidth > text.clientWidth
  const all = ({ shadow }: Portal, selector: string) => [...shadow.querySelectorAll<HTMLElement>(selector)]

  /** Waits until the tables have had the same columns and widths for some frames: each fit may cause another one. */
  const atRest = async (own: Portal) => {
    let last = ''
    let same = 0
    await until('an end to the fitting of tables', async () => {
      await nextFrame()
      const layout = all(own, '.fe-table-scroll')
        .map(({ clientWidth, scrollWidth, dataset, style }) => [
          clientWidth,
          scrollWidth,
          dataset.leftOut,
          style.cssText,
        ])
        .join()
      same = layout === last ? same + 1 : 0
      last = layout
      return same === FRAMES_AT_REST
    })
  }

  const setFont = async (own: Portal, font: string) => {
    const host = own.shadow.host as HTMLElement
    host.style.setProperty('--fe-font-family', font)
    document.fonts.dispatchEvent(new Event('loadingdone'))
    await atRest(own)
  }

  for (const width of DESKS)
    it(`shows 20 emails of 20 in full at ${width} px, in each of ${FONTS.length} fonts`, async () => {
      const own = await open('users?size=20', ADA, { scheme: 'light', width })
      for (const font of FONTS) {
        await setFont(own, font)
        const emails = all(own, 'tbody [data-primary] .fe-user-below .fe-truncated')
        expect(emails.length, font).to.be.at.least(20)
        expect(
          emails.filter(isCut).map((text) => text.textContent),
          font,
        ).to.deep.equal([])
        const times = all(own, 'tbody time').filter((time) => time.checkVisibility())
        expect(times.filter((time) => isCut(time.closest('.fe-table-cell') as Element)).length, font).to.equal(0)
      }
    })

  for (const [place, of] of LISTS)
    it(`has at least ${MIN_IDENTITY} px: ${place}`, async () => {
      for (const width of DESKS) {
        const own = await open(place, of, { scheme: 'light', width })
        for (const font of FONTS) {
          await setFont(own, font)
          const cells = all(own, 'tbody [data-primary]')
          expect(cells.length, place).to.be.at.least(1)
          const narrow = cells.filter((cell) => cell.offsetWidth < MIN_IDENTITY)
          expect(narrow.length, `${width} px, ${font}`).to.equal(0)
          const wide = all(own, '.fe-table-scroll').filter((scroller) => scroller.scrollWidth > scroller.clientWidth)
          expect(wide.length, `tables wider than their place at ${width} px, ${font}`).to.equal(0)
        }
        await own.close()
        portal = undefined
      }
    })

  it('hides the last optional columns first, and shows them again with more space', async () => {
    const own = await open('users?size=20', ADA, { scheme: 'light', width: 1920 })
    const shown = () => all(own, 'th[data-column]').filter((head) => head.checkVisibility()).length
    await setFont(own, 'DejaVuSansCondensed')
    const most = shown()
    await applyLook({ scheme: 'light', width: 1200 })
    await setFont(own, 'DejaVuSans')
    expect(shown()).to.be.lessThan(most)
    await applyLook({ scheme: 'light', width: 1920 })
    await setFont(own, 'DejaVuSansCondensed')
    await until('all columns', () => shown() === most)
  })

  it('hides an optional column for a text that grows after the rows have loaded', async () => {
    const own = await open('users?size=20', ADA, { scheme: 'light', width: 1440 })
    await setFont(own, 'DejaVuSansCondensed')
    const shown = () => all(own, 'th[data-column]').filter((head) => head.checkVisibility()).length
    const most = shown()
    const [badge] = all(own, 'tbody .fe-badge')
    const text = badge?.textContent ?? ''
    badge?.replaceChildren('A status that needs about as much room as a name and an email together')
    await until('one column less', () => shown() < most)
    badge?.replaceChildren(text)
    // A shorter text changes no size that can be observed, so the table is fitted with the next change of its place. The
    // place is as wide at 1440 px as at 1920 px.
    await applyLook({ scheme: 'light', width: 1280 })
    await atRest(own)
    await applyLook({ scheme: 'light', width: 1440 })
    await until('all columns', () => shown() === most)
  })

  it('has dates next to it that look the same in every table', async () => {
    const looks = new Set<string>()
    for (const [place, of] of LISTS) {
      const own = await open(place, of, { scheme: 'light', width: 1920 })
      const dates = all(own, 'td:not([data-primary]) time').filter((date) => !date.closest('[class*="lines"]'))
      for (const date of dates) {
        const { color, fontSize } = getComputedStyle(date)
        looks.add(`${fontSize} ${color}`)
      }
      await own.close()
      portal = undefined
    }
    expect([...looks]).to.have.lengthOf(1)
  })

  it('prints all columns of a table within a sheet of A4', async () => {
    const own = await open('users?size=20', ADA, { scheme: 'light', width: 1280 })
    await setFont(own, 'DejaVuSans')
    await runnerCommand('emulate-media', { media: 'print' })
    const host = own.shadow.host as HTMLElement
    host.style.width = '718px'
    await nextFrame()
    const heads = all(own, 'th[data-column]')
    expect(heads.filter((head) => !head.checkVisibility()).map((head) => head.dataset.column)).to.deep.equal([])
    const end = Math.max(...heads.map((head) => head.getBoundingClientRect().right))
    expect(end - host.getBoundingClientRect().left).to.be.at.most(718)
    const badges = all(own, 'td .fe-badge').filter((badge) => badge.textContent === 'Active')
    expect(badges.length).to.be.above(5)
    expect(badges.map((badge) => badge.getBoundingClientRect().height).filter((height) => height > 28)).to.deep.equal(
      [],
    )
  })

  it('is printed in the light colors of a dark portal, without what floats above the list', async () => {
    const own = await open('users?size=20', ADA, { scheme: 'dark', width: 1280 })
    const host = own.shadow.host as HTMLElement
    host.dataset.scheme = 'dark'
    for (const box of all(own, 'tbody input[type=checkbox]').slice(0, 2)) box.click()
    await until('the selection', () => all(own, '.fe-bulk').length === 1)
    const frame = own.shadow.querySelector('.fe-portal') as HTMLElement
    expect(getComputedStyle(frame).color).to.equal('rgb(237, 239, 244)')
    await runnerCommand('emulate-media', { media: 'print' })
    await nextFrame()
    expect(getComputedStyle(frame).color).to.equal('rgb(20, 23, 31)')
    expect(getComputedStyle(frame).backgroundColor).to.equal('rgb(255, 255, 255)')
    expect(all(own, '.fe-bulk').map((bar) => bar.checkVisibility())).to.deep.equal([false])
  })
})
