import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { settle } from '../testing/clock.ts'
import { openHarness } from './testing/harness.test-kit.ts'

/** Layouts that make their content as wide as it needs to be, and no wider than is free. */
const SHRINKING: Readonly<Record<string, string>> = {
  'a flex row': 'display: flex',
  'a centering flex row': 'display: flex; justify-content: center',
  'a centering flex column': 'display: flex; flex-direction: column; align-items: center',
  'a centering grid': 'display: grid; place-items: center',
  'a float': 'float: left',
  'an absolute position': 'position: absolute; left: 0',
  'an inline block': 'display: inline-block',
  'a fitting width': 'width: fit-content; margin: auto',
  'a table cell': 'display: table-cell',
}

const makeHosts = (): { holder: HTMLElement; host: HTMLElement; title: string }[] =>
  Object.entries(SHRINKING).map(([title, style]) => {
    const holder = document.createElement('div')
    holder.style.width = '600px'
    const host = document.createElement('div')
    host.style.cssText = style
    holder.append(host)
    document.body.append(holder)
    return { holder, host, title }
  })

const makeDialog = () => {
  const holder = document.createElement('dialog')
  document.body.append(holder)
  holder.show()
  return { holder, host: holder, title: 'a dialog' }
}

const PATIENCE = { timeout: 10_000 }
/** The card has this width wherever it fits, and the least width in which a form is of use. */
const CARD = 400
const USABLE = 240

describe('an element in a layout that shrinks', () => {
  const hosts: ReturnType<typeof makeHosts> = []
  beforeEach(() => {
    hosts.push(...makeHosts(), makeDialog())
  })
  afterEach(async () => {
    for (const { holder } of hosts.splice(0)) holder.remove()
    await settle()
  })

  it('shows the whole card of the login box, as wide as in a block', async () => {
    const harness = await openHarness({ name: 'shrinking' })
    const width = () => harness.box.shadowRoot?.querySelector('.fe-auth-card')?.getBoundingClientRect().width ?? 0
    for (const { host, title } of hosts) {
      host.append(harness.box)
      await harness.wait()
      expect(Math.round(width()), title).to.equal(CARD)
    }
    await harness.close()
  })

  it('keeps the login box within a column that is narrower than the card', async () => {
    const harness = await openHarness({ name: 'squeezed' })
    for (const style of ['display: flex', 'display: grid', 'display: block']) {
      const column = document.createElement('div')
      column.style.cssText = `${style}; width: 280px`
      document.body.append(column)
      column.append(harness.box)
      await harness.wait()
      const card = harness.box.shadowRoot?.querySelector('.fe-auth-card')?.getBoundingClientRect()
      expect(Math.round(card?.width ?? 0), style).to.equal(280 - 32)
      document.body.append(harness.box)
      column.remove()
    }
    await harness.close()
  })

  for (const tag of ['fe-admin-portal', 'fe-pricing-table']) {
    it(`shows ${tag} as wide as the page has room for it`, async function () {
      this.timeout(40_000)
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries({ app: `in-${tag}`, preview: '', mode: 'inline', open: 'true' })) {
        element.setAttribute(name, value)
      }
      document.body.append(element)
      await waitFor(
        () => expect(element.shadowRoot?.querySelector('.fe-portal, .fe-pricing')).to.not.equal(null),
        PATIENCE,
      )
      for (const { host, title } of hosts) {
        host.append(element)
        await settle()
        expect(element.getBoundingClientRect().width, title).to.be.greaterThan(USABLE)
      }
      element.remove()
      await settle(12)
    })
  }
})
