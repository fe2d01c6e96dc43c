import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Drawer } from '../drawer/drawer.tsx'
import { ToastProvider, useToast } from './toast.tsx'
import type { ToastOptions } from './toast-card.tsx'

const Say = ({ toast }: { toast: ToastOptions }) => {
  const show = useToast()
  return <Button onClick={() => show(toast)}>Say</Button>
}

/** A form in a drawer, such as one for a record of a list. */
const Forms = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <ToastProvider>
      <Drawer open label="Details" onClose={() => undefined}>
        <Button onClick={() => setOpen(true)}>Edit</Button>
        <Dialog open={isOpen} title="Edit" onClose={() => setOpen(false)}>
          <Say toast={{ text: 'Saved.' }} />
        </Dialog>
      </Drawer>
    </ToastProvider>
  )
}

/** Resolves as soon as the element has left the page, before any later task. */
const goneFrom = (root: HTMLElement, element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (element.isConnected) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })

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

  it('shows and announces domains in the letters of their scripts', async () => {
    const region = await say({ text: 'ada@xn--bcher-kva.test was invited.' })
    await waitFor(() => within(region).getByText('ada@bücher.test was invited.'))
    expect(within(ui.root).getByRole('status').textContent).to.equal('ada@bücher.test was invited.')
  })

  it('stays on the page while the dialog it was shown in closes, and can be used in the drawer below', async () => {
    ui = await renderUi(<Forms />)
    within(ui.root).getByRole('button', { name: 'Edit' }).click()
    const dialog = await waitFor(() => within(ui.root).getByRole('dialog', { name: 'Edit' }))
    within(dialog).getByRole('button', { name: 'Say' }).click()
    const text = await waitFor(() => within(dialog).getByText('Saved.', { selector: 'p' }))
    const gone = goneFrom(ui.root, dialog)
    within(dialog).getByRole('button', { name: 'Close' }).click()
    await gone
    expect(text.isConnected, 'taken off with the dialog').to.equal(true)
    expect(text.closest('[popover]')?.matches(':popover-open')).to.equal(true)
    expect(text.closest('dialog')).to.equal(within(ui.root).getByRole('dialog', { name: 'Details' }))
  })

  it('never covers the control that has the focus', async () => {
    const region = await say({ tone: 'danger', text: 'Not saved.' })
    const said = within(ui.root).getByRole('button', { name: 'Say' })
    Object.assign(said.style, { position: 'fixed', insetBlockEnd: '24px', insetInlineEnd: '40px' })
    const isCovered = () => {
      const [button, toasts] = [said.getBoundingClientRect(), region.getBoundingClientRect()]
      return button.top < toasts.bottom && button.bottom > toasts.top
    }
    // The toast slides in, so its position is checked once the animation has ended.
    await waitFor(() => expect(isCovered()).to.equal(true))
    said.focus()
    await waitFor(() => expect(isCovered()).to.equal(false))
    said.style.insetBlock = '24px auto'
    said.blur()
    said.focus()
    await waitFor(() => expect(isCovered()).to.equal(false))
  })

  it('moves away from the buttons at the end of the page when the window is resized or the page is scrolled', async () => {
    const region = await say({ tone: 'danger', text: 'Not saved.' })
    const bar = document.createElement('div')
    bar.toggleAttribute('data-keep-clear', true)
    ui.root.append(bar)
    const put = (insetBlock: string) =>
      Object.assign(bar.style, { position: 'fixed', insetBlock, insetInline: '0', height: '60px' })
    put('auto 0')
    window.dispatchEvent(new Event('resize'))
    await waitFor(() => expect(region.hasAttribute('data-top')).to.equal(true))
    put('-200px auto')
    bar.dispatchEvent(new Event('scroll'))
    await waitFor(() => expect(region.hasAttribute('data-top')).to.equal(false))
  })

  it('announces errors at once', async () => {
    await say({ tone: 'danger', text: 'Not saved.' })
    await waitFor(() => expect(within(ui.root).getByRole('alert').textContent).to.equal('Not saved.'))
  })

  it('undoes on request and closes', async () => {
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
