import { expect } from 'chai'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { TextInput } from './text-input.tsx'

describe('A text field', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  for (const [dir, side] of [
    ['ltr', 'start'],
    ['rtl', 'end'],
  ] as const)
    it(`shows a phone number where other texts begin: ${dir}`, async () => {
      ui = await renderUi(<TextInput type="tel" aria-label="Phone" defaultValue="+44 20 7946 0000" />, { dir })
      const field = ui.root.querySelector('input') as HTMLInputElement
      const { direction, textAlign } = getComputedStyle(field)
      expect([direction, textAlign]).to.deep.equal(['ltr', side])
    })
})
