import { sheetFor } from '../../ui/style-root/sheet-for.ts'

/** Adopts style texts unless the root has sheets. A move to another document removes all of them. */
export const adoptStyles = (shadow: ShadowRoot, ...texts: readonly string[]): void => {
  if (shadow.adoptedStyleSheets.length > 0) return
  shadow.adoptedStyleSheets = texts.map((css) => sheetFor(shadow, css)).filter((sheet) => sheet !== null)
}
