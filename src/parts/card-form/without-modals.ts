/** Returns the open modal dialogs around a node in its own tree, outermost first. */
const dialogsAround = (place: Element): HTMLDialogElement[] => {
  const found: HTMLDialogElement[] = []
  for (let node = place.parentElement; node; node = node.parentElement) {
    if (node instanceof HTMLDialogElement && node.matches(':modal')) found.unshift(node)
  }
  return found
}

const reopen = (dialog: HTMLDialogElement, isModal: boolean): void => {
  if (!dialog.isConnected) return
  dialog.close()
  dialog.toggleAttribute('data-beneath', !isModal)
  if (isModal) dialog.showModal()
  else dialog.show()
}

/**
 * Runs work while the dialogs around `place` stay visible but are not modal. The provider's script appends the frame of
 * a bank's confirmation to the body, which a modal dialog makes inert.
 */
export const withoutModals = async <Result>(place: Element, work: () => Promise<Result>): Promise<Result> => {
  const dialogs = dialogsAround(place)
  const root = place.getRootNode()
  const focused = root instanceof ShadowRoot ? root.activeElement : null
  for (const dialog of dialogs) reopen(dialog, false)
  try {
    return await work()
  } finally {
    for (const dialog of dialogs) reopen(dialog, true)
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  }
}
