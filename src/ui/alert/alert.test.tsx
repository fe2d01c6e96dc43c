import { expect } from 'chai'
import { renderUi } from '../../testing/render.tsx'
import { Button } from '../button/button.tsx'
import { Alert } from './alert.tsx'

describe('An alert', () => {
  it('keeps room around the label of its button when it takes a second line', async () => {
    const ui = await renderUi(
      <Alert tone="danger" action={<Button>Load this page once more from the beginning</Button>}>
        The page did not load.
      </Alert>,
      { width: '200px' },
    )
    const button = ui.shadow.querySelector('button') as HTMLElement // the alert has one
    const label = button.querySelector('.fe-button-label') as HTMLElement // every button has one
    const [outer, inner] = [button.getBoundingClientRect(), label.getBoundingClientRect()]
    expect(inner.height).to.be.above(24)
    expect(inner.top - outer.top).to.be.at.least(4)
    await ui.unmount()
  })
})
