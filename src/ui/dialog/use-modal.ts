import { type RefObject, useLayoutEffect } from 'react'

/** Fired at a dialog that has closed and is about to leave the page, once the focus is back where it was. */
export const MODAL_CLOSED = 'fe-modal-closed'

const FIRST_STOP = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/** Shows a native dialog for as long as it is mounted; focus goes in, and back to where it was. */
export const useModal = (ref: RefObject<HTMLDialogElement | null>): void => {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const root = dialog.getRootNode() as Document | ShadowRoot // an element that is mounted has one of the two
    const before = root.activeElement
    dialog.showModal()
    const first = ['[data-autofocus]', FIRST_STOP].map((wanted) => dialog.querySelector<HTMLElement>(wanted))
    const start = first.find(Boolean) ?? dialog
    start.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      dialog.dispatchEvent(new Event(MODAL_CLOSED))
    }
  }, [ref])
}
