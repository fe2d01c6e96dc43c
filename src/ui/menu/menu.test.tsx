import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Menu } from './menu.tsx'

const REASON = 'Only owners can'

describe('Menu', () => {
  let ui: RenderedUi
  const chosen: string[] = []
  afterEach(() => ui.unmount())
  const find = () => within(ui.root)
  const focused = () => ui.shadow.activeElement?.textContent

  const renderMenu = async (scheme: 'light' | 'dark' = 'light', reason = '') => {
    chosen.length = 0
    const item = (label: string) => ({ id: label, label, onSelect: () => chosen.push(label) })
    ui = await renderUi(
      <Menu
        label="Actions"
        items={[
          { ...item('Edit roles'), disabled: reason !== '', hint: reason },
          item('Resend'),
          { ...item('Remove'), danger: true, separated: true },
        ]}
        trigger={<IconButton icon="dots" label="More" />}
      />,
      { scheme },
    )
    const trigger = find().getByRole('button', { name: 'More' })
    trigger.focus()
    return trigger
  }

  it('opens by keyboard, walks round with the arrows, Home and End, and finds by letter', async () => {
    await renderMenu()
    await press('ArrowDown')
    await waitFor(() => expect(focused()).to.equal('Edit roles'))
    await press('ArrowDown')
    expect(focused()).to.equal('Resend')
    await press('End', 'ArrowDown')
    expect(focused()).to.equal('Edit roles')
    await press('ArrowUp')
    expect(focused()).to.equal('Remove')
    await press('Home')
    expect(focused()).to.equal('Edit roles')
    await press('r', 'e', 'm')
    expect(focused()).to.equal('Remove')
  })

  it('chooses with Enter and returns the focus to its button', async () => {
    const trigger = await renderMenu()
    await press('Enter')
    await waitFor(() => expect(focused()).to.equal('Edit roles'))
    await press('Enter')
    await waitFor(() => expect(chosen).to.deep.equal(['Edit roles']))
    expect(ui.shadow.activeElement).to.equal(trigger)
    expect(find().queryByRole('menu')).to.equal(null)
  })

  it('closes on Escape and on a second press of its button', async () => {
    const trigger = await renderMenu()
    await press('Enter')
    await waitFor(() => find().getByRole('menu', { name: 'Actions' }))
    expect(trigger.getAttribute('aria-expanded')).to.equal('true')
    await press('Escape')
    await waitFor(() => expect(find().queryByRole('menu')).to.equal(null))
    expect(ui.shadow.activeElement).to.equal(trigger)
    expect(trigger.getAttribute('aria-expanded')).to.equal('false')
  })

  it('keeps the reason of a disabled entry as readable as any hint', async () => {
    await renderMenu('light', REASON)
    await press('Enter')
    const reason = await waitFor(() => find().getByText(REASON))
    const entry = find().getByRole('menuitem', { name: /Edit roles/ })
    expect(entry.getAttribute('aria-disabled')).to.equal('true')
    for (let node: Element | null = reason; node && node.role !== 'menu'; node = node.parentElement)
      expect(getComputedStyle(node).opacity).to.equal('1')
    entry.click()
    expect(chosen).to.deep.equal([])
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barrier in ${scheme}`, async () => {
      await renderMenu(scheme)
      await press('Enter')
      await waitFor(() => find().getByRole('menu'))
      await expectNoAxeViolations(ui.host)
    })
  }
})
