import { toScopedCss } from './scoped-css.ts'

/** Adopts each style text once into one shadow root or document, and removes all of them on `release`. */
export interface SheetHost {
  adopt(css: string): void
  /** Adopts a style text before all others, so that every component can override it. */
  adoptBase(css: string): void
  /** Adopts a sheet built elsewhere, such as a theme. The latest one wins. */
  adoptSheet(sheet: CSSStyleSheet): () => void
  release(): void
}

export const createSheetHost = (target: DocumentOrShadowRoot, scope?: string): SheetHost => {
  const own = new Map<string, CSSStyleSheet>()
  let lastBase: CSSStyleSheet | undefined
  const make = (css: string): CSSStyleSheet => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(scope ? toScopedCss(css, scope) : css)
    own.set(css, sheet)
    return sheet
  }
  const add = (sheet: CSSStyleSheet) => {
    target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet]
  }
  const remove = (gone: ReadonlySet<CSSStyleSheet>) => {
    target.adoptedStyleSheets = target.adoptedStyleSheets.filter((sheet) => !gone.has(sheet))
  }
  return {
    adopt(css) {
      if (!own.has(css)) add(make(css))
    },
    adoptBase(css) {
      if (own.has(css)) return
      const all = [...target.adoptedStyleSheets]
      const first = lastBase ? all.indexOf(lastBase) + 1 : all.findIndex((sheet) => [...own.values()].includes(sheet))
      lastBase = make(css)
      all.splice(first < 0 ? all.length : first, 0, lastBase)
      target.adoptedStyleSheets = all
    },
    adoptSheet(sheet) {
      add(sheet)
      return () => remove(new Set([sheet]))
    },
    release() {
      remove(new Set(own.values()))
      own.clear()
      lastBase = undefined
    },
  }
}
