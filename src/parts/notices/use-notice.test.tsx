import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { WithTexts } from '../../testing/feature.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ToastProvider } from '../../ui/toast/toast.tsx'
import { type Notice, type NoticeParts, nextNotice, useNotice } from './use-notice.ts'

const Page = ({ parts }: { parts: NoticeParts }) => {
  const [notice, setNotice] = useState<Notice<'failed'>>()
  const [isOpen, setOpen] = useState(false)
  useNotice(notice, ({ values }) => ({ text: `Couldn’t remove Mel. ${values.reason}` }))
  const act = <Button onClick={() => setNotice((now) => nextNotice(now, 'failed', parts))}>Act</Button>
  return (
    <>
      {!isOpen && act}
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={isOpen} title="Members" onClose={() => setOpen(false)}>
        {isOpen && act}
      </Dialog>
    </>
  )
}

const TRIED: NoticeParts = { failure: { kind: 'offline' } }

describe('The toast of a failed action', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  const at = (parts: NoticeParts | undefined) => (
    <WithTexts>
      <ToastProvider>{parts ? <Page parts={parts} /> : 'Another page'}</ToastProvider>
    </WithTexts>
  )
  const show = async (parts: NoticeParts) => {
    ui = await renderUi(at(parts))
  }
  const button = (name: string) => within(ui.root).getByRole('button', { name })
  const toasts = () => within(ui.root).getByRole('region', { name: 'Notifications' })
  const toast = () => waitFor(() => within(toasts()).getByText(/^Couldn’t remove Mel\./))

  it('shows what failed and why, and repeats the action from the keyboard', async () => {
    let tries = 0
    await show({ ...TRIED, retry: () => (tries += 1) })
    button('Act').click()
    await toast()
    expect(within(ui.root).getByRole('alert').textContent).to.equal(
      'Couldn’t remove Mel. We can’t reach the server. Check your connection and try again.',
    )
    button('Open').focus()
    await press('Tab', 'Enter')
    expect(tries).to.equal(1)
    await waitFor(() => expect(within(ui.root).queryByText(/^Couldn’t/)).to.equal(null))
  })

  it('offers no retry of an action that must not be repeated', async () => {
    await show(TRIED)
    button('Act').click()
    await toast()
    expect(within(toasts()).queryByRole('button', { name: 'Try again' })).to.equal(null)
  })

  it('can be used while a dialog is open, and after it is closed', async () => {
    let tries = 0
    await show({ ...TRIED, retry: () => (tries += 1) })
    button('Open').click()
    const dialog = await waitFor(() => within(ui.root).getByRole('dialog', { name: 'Members' }))
    within(dialog).getByRole('button', { name: 'Act' }).click()
    await toast()
    within(dialog).getByRole('button', { name: 'Act' }).focus()
    await press('Tab', 'Enter')
    expect(tries, 'what is outside of a modal dialog can have no focus').to.equal(1)
    within(dialog).getByRole('button', { name: 'Act' }).click()
    await toast()
    within(dialog).getByRole('button', { name: 'Close' }).click()
    await waitFor(() => expect(within(ui.root).queryByRole('dialog')).to.equal(null))
    await waitFor(() => expect(toasts().matches(':popover-open')).to.equal(true))
    within(toasts()).getByRole('button', { name: 'Try again' }).click()
    await waitFor(() => expect(tries).to.equal(2))
  })

  it('keeps its text but not its button when the page is left', async () => {
    await show({ ...TRIED, retry: () => undefined })
    button('Act').click()
    await toast()
    expect(button('Try again').isConnected).to.equal(true)
    await ui.rerender(at(undefined))
    await toast()
    expect(within(toasts()).queryByRole('button', { name: 'Try again' })).to.equal(null)
  })
})
