import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, type RenderUiOptions, renderUi } from '../../testing/render.tsx'
import { Tabs } from './tabs.tsx'

const TABS = [
  { id: 'general', label: 'General' },
  { id: 'members', label: 'Members', count: 12 },
  { id: 'security', label: 'Security' },
]

const Settings = () => {
  const [active, setActive] = useState('general')
  return (
    <Tabs label="Settings" tabs={TABS} active={active} onChange={setActive}>
      Panel of {active}
    </Tabs>
  )
}

describe('Tabs', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const focused = () => ui.shadow.activeElement?.textContent

  const start = async (options: RenderUiOptions = {}) => {
    ui = await renderUi(<Settings />, options)
    within(ui.root).getByRole('tab', { name: 'General' }).focus()
  }

  it('moves and selects with the arrow keys, wraps around, and supports Home and End', async () => {
    await start()
    await press('ArrowRight')
    await waitFor(() => expect(within(ui.root).getByRole('tabpanel').textContent).to.equal('Panel of members'))
    await press('End')
    await waitFor(() => expect(focused()).to.equal('Security'))
    await press('ArrowRight')
    await waitFor(() => expect(focused()).to.equal('General'))
    await press('ArrowLeft', 'Home')
    await waitFor(() => expect(focused()).to.equal('General'))
  })

  it('follows the direction of the script', async () => {
    await start({ dir: 'rtl' })
    await press('ArrowLeft')
    await waitFor(() => expect(focused()).to.contain('Members'))
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barrier in ${scheme}`, async () => {
      await start({ scheme })
      await expectNoAxeViolations(ui.host)
    })
  }

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`scrolls a row that is too narrow, fades where it continues and keeps the active tab in view (${dir})`, async () => {
      await start({ width: '190px', dir })
      const list = within(ui.root).getByRole('tablist')
      const [first, last] = dir === 'ltr' ? ['left', 'right'] : ['right', 'left']
      const edges = () => ['left', 'right'].filter((side) => list.hasAttribute(`data-more-${side}`))
      expect(list.clientHeight, 'one row').to.equal(40)
      expect(edges()).to.deep.equal([last])
      await press('End')
      const tab = within(ui.root).getByRole('tab', { name: 'Security' })
      await waitFor(() => expect(edges()).to.deep.equal([first]))
      const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
      expect(inner.right).to.be.at.most(outer.right + 1)
      expect(inner.left).to.be.at.least(outer.left - 1)
    })
  }

  it('fades where the row continues once a count makes it too long, and keeps the active tab in view', async () => {
    const row = (count: number) => (
      <Tabs
        label="Settings"
        tabs={TABS.map((tab) => (tab.id === 'members' ? { ...tab, count } : tab))}
        active="security"
        onChange={() => undefined}
      />
    )
    ui = await renderUi(row(1), { width: '270px' })
    const list = within(ui.root).getByRole('tablist')
    expect(list.matches('[data-more-left], [data-more-right]'), 'room for all').to.equal(false)
    await ui.rerender(row(1_000_000))
    expect(list.hasAttribute('data-more-left')).to.equal(true)
    const tab = within(ui.root).getByRole('tab', { name: 'Security' })
    expect(tab.getBoundingClientRect().right).to.be.at.most(list.getBoundingClientRect().right + 1)
  })

  it('shows the active tab of a narrow row at once, and has no fade where all tabs fit', async () => {
    const row = <Tabs label="Settings" tabs={TABS} active="security" onChange={() => undefined} />
    ui = await renderUi(row, { width: '190px' })
    const list = within(ui.root).getByRole('tablist')
    expect(list.scrollLeft).to.be.greaterThan(0)
    ui.host.style.width = '600px'
    await waitFor(() => expect(list.matches('[data-more-left], [data-more-right]')).to.equal(false))
  })
})
