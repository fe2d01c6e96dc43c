import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { useState } from 'react'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ToastProvider, useToast } from '../../ui/toast/toast.tsx'
import { SaveBar } from './save-bar.tsx'

const WORDS = { save: 'Save changes', discard: 'Discard' }

/**
 * At a width of 1280 px, a form of 760 px ends this far from the page's edge, so a toast covers its buttons but not its
 * center.
 */
const FROM_EDGE_PX = 248

const PLACE = {
  position: 'fixed',
  insetBlockEnd: '8px',
  left: 'auto',
  right: `${FROM_EDGE_PX}px`,
  width: '760px',
} as const

const Form = ({ isChanged }: { isChanged: boolean }) => {
  const show = useToast()
  const [isDirty, setDirty] = useState(isChanged)
  return (
    <>
      <Button onClick={() => show({ text: 'Saved.' })}>Say</Button>
      <Button onClick={() => setDirty(true)}>Change</Button>
      <form style={PLACE} tabIndex={-1}>
        {isDirty && <SaveBar busy={false} words={WORDS} onDiscard={() => setDirty(false)} />}
      </form>
    </>
  )
}

describe('The buttons of unsaved changes', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())
  const button = (name: string) => within(ui.root).getByRole('button', { name })
  const toasts = () => within(ui.root).getByRole('region', { name: 'Notifications' })

  const open = async (isChanged: boolean) => {
    ui = await renderUi(
      <ToastProvider>
        <Form isChanged={isChanged} />
      </ToastProvider>,
    )
    button('Say').click()
    await waitFor(() => within(toasts()).getByText('Saved.'))
  }
  const isCovered = () => {
    const [save, toast] = [button('Save changes').getBoundingClientRect(), toasts().getBoundingClientRect()]
    return save.right > toast.left && save.top < toast.bottom && save.bottom > toast.top
  }
  const isAtTop = () => toasts().getBoundingClientRect().top < 100

  it('are not covered by a toast that appears', async () => {
    await open(true)
    expect(isCovered()).to.equal(false)
    expect(isAtTop()).to.equal(true)
  })

  it('are not covered by a toast that is already shown when they appear and returns when they close', async () => {
    await open(false)
    expect(isAtTop()).to.equal(false)
    button('Change').click()
    await waitFor(() => button('Save changes'))
    expect(isCovered()).to.equal(false)
    expect(isAtTop()).to.equal(true)
    button('Discard').click()
    await waitFor(() => expect(isAtTop()).to.equal(false))
  })
})
