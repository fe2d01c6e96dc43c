/**
 * Focuses an element again unless it was removed. Its class isn't checked: an element that was created in another
 * document, to which a host has moved the portal, has a class of that window.
 */
export const focusAgain = (element: Element | null | undefined): void => {
  // Only elements of unknown namespaces have no `focus`, and those are never focused.
  if (element?.isConnected) (element as HTMLElement).focus()
}
