import { type RefObject, useLayoutEffect } from 'react'

/** Event dispatched at a closed dialog just before it is removed, after the focus has been restored. */
export const MODAL_CLOSED = 'fe-modal-closed'

const FIRST_STOP = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

/**
 * Shows a native dialog while it is mounted. The focus moves into it, and returns to its previous element afterwards.
 */
export const useModal = (ref: RefObject<HTMLDialogElement | null>): void => {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const root = dialog.getRootNode() as Document | ShadowRoot // a mounted element is in one of the two
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
