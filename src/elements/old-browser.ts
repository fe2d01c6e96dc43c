/** Returns whether the browser lacks a feature that sessions, style sheets or toasts require. */
export const isOldBrowser = (): boolean =>
  !('any' in AbortSignal) || !('popover' in HTMLElement.prototype) || !CSS.supports('color', 'light-dark(red, red)')
