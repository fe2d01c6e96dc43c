import { expect } from 'chai'
import { renderUi } from '../../testing/render.tsx'
import { NameChips } from './name-chips.tsx'

describe('chips of names', () => {
  it('write the number of hidden names from left to right, with its sign first, in every direction', async () => {
    for (const dir of ['ltr', 'rtl'] as const) {
      const names = <NameChips names={['Admin', 'Auditor', 'Billing']} none="–" more={(count) => `+${count}`} />
      const screen = await renderUi(names, { dir })
      const chip = [...screen.root.querySelectorAll('.fe-name-chip')].at(-1)
      expect(chip?.textContent).to.equal('+1')
      const { direction, unicodeBidi } = getComputedStyle(chip ?? screen.root)
      expect([direction, unicodeBidi]).to.deep.equal(['ltr', 'isolate'])
      await screen.unmount()
    }
  })
})
