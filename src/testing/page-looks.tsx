import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import type { ReactNode } from 'react'
import { expectNoAxeViolations } from './axe.tsx'
import { type RenderedUi, type RenderUiOptions, renderUi } from './render.tsx'

const LOOKS = [
  ['light', '390px'],
  ['dark', '1280px'],
] as const

const ignore = () => undefined

/** Creates the actions of a view for tests that check only its content. */
export const noActions = <Actions extends object>(): Actions => new Proxy({} as Actions, { get: () => ignore })

/**
 * Renders states of a page's view, one at a time, and removes the last one after each test. Call it in a `describe`.
 */
export const pageLooks = <State extends { dialog?: unknown }>(draw: (state: State) => ReactNode) => {
  let drawn: RenderedUi | undefined
  const clear = async () => {
    await drawn?.unmount()
    drawn = undefined
  }
  afterEach(clear)

  const show = async (state: State, options?: RenderUiOptions): Promise<RenderedUi> => {
    await clear()
    const screen = await renderUi(draw(state), options)
    drawn = screen
    // Some dialogs of a state replace the page's list.
    if (state.dialog)
      await waitFor(() => expect(screen.root.querySelector('dialog, [data-in-place]')).to.not.equal(null))
    return screen
  }

  const areAccessible = (states: Readonly<Record<string, State>>): void => {
    for (const [name, state] of Object.entries(states))
      for (const [scheme, width] of LOOKS)
        it(`is accessible: ${name}, ${scheme}, ${width}`, async () => {
          const { host } = await show(state, { scheme, width })
          await expectNoAxeViolations(host)
        })
  }
  return { show, areAccessible }
}
