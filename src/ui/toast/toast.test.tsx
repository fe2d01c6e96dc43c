import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Button } from '../button/button.tsx'
import type { ToastOptions } from './toast.props.ts'
import { ToastProvider, useToast } from './toast.tsx'

const Say = ({ toast }: { toast: ToastOptions }) => {
  const show = useToast()
  return <Button onClick={() => show(toast)}>Say</Button>
}

describe('Toast', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  const say = async (toast: ToastOptions, scheme: 'light' | 'dark' = 'light') => {
    ui = await renderUi(
      <ToastProvider>
        <Say toast={toast} />
      </ToastProvider>,
      { scheme },
    )
    within(ui.root).getByRole('button', { name: 'Say' }).click()
    return waitFor(() => within(ui.root).getByRole('region', { name: 'Notifications' }))
  }

  it('announces what went well without taking the focus', async () => {
    const region = await say({ text: 'Mel Ortiz was removed.' })
    await waitFor(() => within(region).getByText('Mel Ortiz was removed.'))
    expect(within(ui.root).getByRole('status').textContent).to.equal('Mel Ortiz was removed.')
    expect(region.contains(ui.shadow.activeElement)).to.equal(false)
  })

  it('never covers the control that has the focus', async () => {
    const region = await say({ tone: 'danger', text: 'Not saved.' })
    const said = within(ui.root).getByRole('button', { name: 'Say' })
    Object.assign(said.style, { position: 'fixed', insetBlockEnd: '24px', insetInlineEnd: '40px' })
    const isCovered = () => {
      const [button, toasts] = [said.getBoundingClientRect(), region.getBoundingClientRect()]
      return button.top < toasts.bottom && button.bottom > toasts.top
    }
    expect(isCovered()).to.equal(true)
    said.focus()
    expect(isCovered()).to.equal(false)
    said.style.insetBlock = '24px auto'
    said.blur()
    said.focus()
    expect(isCovered()).to.equal(false)
  })

  it('announces trouble at once', async () => {
    await say({ tone: 'danger', text: 'Not saved.' })
    await waitFor(() => expect(within(ui.root).getByRole('alert').textContent).to.equal('Not saved.'))
  })

  it('undoes on request and goes away', async () => {
    const done: string[] = []
    const region = await say({ text: 'Removed.', action: { label: 'Undo', onSelect: () => done.push('undone') } })
    within(region).getByRole('button', { name: 'Undo' }).click()
    await waitFor(() => expect(within(region).queryByText('Removed.')).to.equal(null))
    expect(done).to.deep.equal(['undone'])
  })

  for (const scheme of ['light', 'dark'] as const) {
    it(`has no barrier in ${scheme}`, async () => {
      await say({ text: 'Saved.', action: { label: 'Undo', onSelect: () => undefined } }, scheme)
      await expectNoAxeViolations(ui.host)
    })
  }
})
