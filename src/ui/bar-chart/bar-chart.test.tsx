import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import { press } from '../../testing/keys.ts'
import { renderUi } from '../../testing/render.tsx'
import { BarChart } from './bar-chart.tsx'

const show = async (dir: 'ltr' | 'rtl') => {
  const screen = await renderUi(<BarChart label="Uses" values={[1, 2, 3, 4]} textOf={(at) => `Day ${at}`} />, { dir })
  const bars = screen.root.querySelector<HTMLElement>('[role="slider"]')
  if (!bars) throw new Error('No bars are shown')
  return { screen, bars, chosen: () => Number(bars.getAttribute('aria-valuenow')) }
}

const point = (bars: HTMLElement, share: number) => {
  const { left, width } = bars.getBoundingClientRect()
  bars.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: left + width * share }))
}

describe('a bar chart', () => {
  for (const [dir, first, later] of [
    ['ltr', 0.01, 'ArrowRight'],
    ['rtl', 0.99, 'ArrowLeft'],
  ] as const) {
    it(`begins with the oldest bar where a line of text begins: ${dir}`, async () => {
      const { screen, bars, chosen } = await show(dir)
      const [oldest, ...others] = [...bars.querySelectorAll('.fe-bar-chart-bar')].map((bar) =>
        bar.getBoundingClientRect(),
      )
      for (const other of others) expect((other.x - (oldest?.x ?? 0)) * (dir === 'ltr' ? 1 : -1)).to.be.above(0)
      point(bars, first)
      await waitFor(() => expect(chosen()).to.equal(0))
      bars.focus()
      await press(later)
      await waitFor(() => expect(chosen()).to.equal(1))
      await screen.unmount()
    })
  }
})
