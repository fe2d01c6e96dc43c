import { toScopedCss } from './scoped-css.ts'

/** Adopts each style text once into one shadow root or document and takes all of them back on `release`. */
export interface SheetHost {
  adopt(css: string): void
  /** Sheets built elsewhere, such as a theme; the newest wins. */
  adoptSheet(sheet: CSSStyleSheet): () => void
  release(): void
}

export const createSheetHost = (target: DocumentOrShadowRoot, scope?: string): SheetHost => {
  const own = new Map<string, CSSStyleSheet>()
  const add = (sheet: CSSStyleSheet) => {
    target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet]
  }
  const remove = (gone: ReadonlySet<CSSStyleSheet>) => {
    target.adoptedStyleSheets = target.adoptedStyleSheets.filter((sheet) => !gone.has(sheet))
  }
  return {
    adopt(css) {
      if (own.has(css)) return
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(scope ? toScopedCss(css, scope) : css)
      own.set(css, sheet)
      add(sheet)
    },
    adoptSheet(sheet) {
      add(sheet)
      return () => remove(new Set([sheet]))
    },
    release() {
      remove(new Set(own.values()))
      own.clear()
    },
  }
}
