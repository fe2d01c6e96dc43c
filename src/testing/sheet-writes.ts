const NAME = 'adoptedStyleSheets'

/** Counts how often the adopted style sheets of a document or shadow root are replaced. */
export const countSheetWrites = (root: Document | ShadowRoot) => {
  const prototype: object = Object.getPrototypeOf(root)
  let count = 0
  Object.defineProperty(root, NAME, {
    configurable: true,
    get: () => Reflect.get(prototype, NAME, root),
    set(sheets: CSSStyleSheet[]) {
      count += 1
      Reflect.set(prototype, NAME, sheets, root)
    },
  })
  return {
    count: () => count,
    end: () => Reflect.deleteProperty(root, NAME),
  }
}
