import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import type { AppSettings } from '../../feature/settings.ts'
import { createTestClock } from '../../testing/clock.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { anAppSettings } from '../../testing/settings.ts'
import { useHeld } from './use-held.ts'

const HOLD_MS = 10_000

const clock = createTestClock()

const Form = ({ settings }: { settings: AppSettings }) => <p>{useHeld(clock, settings) ? 'held' : 'form'}</p>

describe('the form on a first visit', () => {
  let drawn: RenderedUi | undefined
  const show = async (settings: Partial<AppSettings>) => {
    drawn = await renderUi(<Form settings={anAppSettings(settings)} />)
    return drawn.root
  }
  afterEach(async () => {
    await drawn?.unmount()
    drawn = undefined
  })

  it('waits until its time is over, however long the API takes', async () => {
    const root = await show({ heldUntil: performance.now() + HOLD_MS })
    expect(root.textContent).to.equal('held')
    clock.advance(HOLD_MS)
    await waitFor(() => expect(root.textContent).to.equal('form'))
  })

  it('doesn’t wait for what is known, after start-up, or where no request was sent early', async () => {
    const heldUntil = performance.now() + HOLD_MS
    const known = { policy: {}, strategies: {}, vendor: {} } as unknown as Partial<AppSettings> // only presence counts
    for (const settings of [{ heldUntil, ...known }, { heldUntil, isStarted: true }, {}, { heldUntil: 1 }]) {
      expect((await show(settings)).textContent).to.equal('form')
      await drawn?.unmount()
    }
  })
})
