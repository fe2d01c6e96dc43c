import { type MouseEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'

/** Event dispatched at a closed dialog just before it is removed, after the focus has been restored. */
export const MODAL_CLOSED = 'fe-modal-closed'

const FIRST_STOP = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'

interface Modal {
  ref: RefObject<HTMLDialogElement | null>
  onCancel(event: SyntheticEvent): void
  /** Closes the dialog on a press outside its box, if it is passed as `onMouseDown`. */
  closeBeside(event: MouseEvent): void
}

/**
 * Shows a native dialog while it is mounted: the page behind it is inert. The focus moves into the dialog, and returns
 * to its previous element afterwards. The owner decides in `onClose` whether the dialog closes.
 */
export const useModal = (onClose: () => void): Modal => {
  const ref = useRef<HTMLDialogElement>(null)
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
  }, [])
  return {
    ref,
    onCancel: (event) => {
      // Elements in the dialog, such as file inputs, have such an event too.
      if (event.target !== ref.current) return
      event.preventDefault()
      onClose()
    },
    closeBeside: (event) => {
      if (event.target === ref.current) onClose()
    },
  }
}
