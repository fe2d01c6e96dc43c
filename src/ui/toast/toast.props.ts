export interface ToastOptions {
  tone?: 'success' | 'info' | 'warning' | 'danger'
  text: string
  /** An action on the subject of the toast, such as "Undo". */
  action?: { label: string; onSelect(): void } | undefined
  /**
   * Time until the toast closes, by default the time to read a short line. It pauses while the toast is hovered or
   * focused.
   */
  ms?: number
  /** Called when the toast is gone: read, dismissed, replaced by newer ones, or acted on. */
  onGone?(): void
}

export interface ToastEntry extends ToastOptions {
  id: number
}
