/** What sessions, style sheets and toasts can't do without. */
export const isOldBrowser = (): boolean =>
  !('any' in AbortSignal) || !('popover' in HTMLElement.prototype) || !CSS.supports('color', 'light-dark(red, red)')
