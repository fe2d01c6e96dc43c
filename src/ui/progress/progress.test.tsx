import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Progress } from './progress.tsx'

describe('A progress bar', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  it('is named and as full as its task is done, also before the total is known', async () => {
    const bar = () => within(ui.root).getByRole<HTMLProgressElement>('progressbar')
    ui = await renderUi(<Progress done={3} total={12} label="Importing 3 of 12" />)
    expect([bar().position, bar().getAttribute('aria-label')]).to.deep.equal([0.25, 'Importing 3 of 12'])
    expect(bar().getBoundingClientRect().height).to.equal(6)
    await ui.rerender(<Progress done={0} total={0} label="Starting" />)
    expect(bar().position).to.equal(0)
  })
})
