/** A shadow root or document that adopts sheets. */
export type StyleTarget = Document | ShadowRoot

/**
 * Creates a sheet that `target` can adopt: a document accepts only sheets that its own window has created. Returns
 * `null` in a document without a window, which is never rendered.
 */
export const sheetFor = (target: StyleTarget, css: string): CSSStyleSheet | null => {
  // Only a document has no `ownerDocument`.
  const view = (target.ownerDocument ?? (target as Document)).defaultView
  const sheet = view && new view.CSSStyleSheet()
  sheet?.replaceSync(css)
  return sheet
}
