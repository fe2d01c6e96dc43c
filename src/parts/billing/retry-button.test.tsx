import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RetryButton } from './retry-button.tsx'

const ignore = () => undefined

const View = ({ phase }: { phase: 'loading' | 'failed' | 'loaded' }) => (
  <Dialog open title="Pay" onClose={ignore}>
    <RetryButton hasFailed={phase === 'failed'} isLoaded={phase === 'loaded'} label="Try again" onRetry={ignore} />
  </Dialog>
)

describe('A user who repeats a failed load in a dialog', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const button = () => within(ui.root).queryByRole('button', { name: 'Try again' })

  it('keeps the focus on the button while the load runs, fails again and succeeds', async () => {
    ui = await renderUi(<View phase="loading" />)
    expect(button()).to.equal(null)
    await ui.rerender(<View phase="failed" />)
    const retry = button()
    retry?.focus()
    for (const [phase, isBusy] of [
      ['loading', true],
      ['failed', false],
      ['loading', true],
    ] as const) {
      await ui.rerender(<View phase={phase} />)
      expect(ui.shadow.activeElement, phase).to.equal(retry)
      expect(retry?.getAttribute('aria-disabled'), phase).to.equal(isBusy ? 'true' : null)
    }
    await ui.rerender(<View phase="loaded" />)
    expect(button()).to.equal(null)
    expect(ui.shadow.activeElement).to.equal(within(ui.root).getByRole('dialog'))
  })
})
