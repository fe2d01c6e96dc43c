export interface ToastOptions {
  tone?: 'success' | 'info' | 'warning' | 'danger'
  text: string
  /** One thing to do about it, such as "Undo". */
  action?: { label: string; onSelect(): void } | undefined
  /** Time to read it; without it, what a short line takes. It does not run while the toast is looked at. */
  ms?: number
  /** It is gone: read, dismissed, pushed out by newer ones, or acted on. */
  onGone?(): void
}

export interface ToastEntry extends ToastOptions {
  id: number
}
