import { createContext, type ReactNode, useContext, useId, useInsertionEffect, useState } from 'react'
import base from '../../theme/base.css'
import lightDom from '../../theme/light-dom.css'
import tokens from '../../theme/tokens.css'
import { toScopedCss } from './scoped-css.ts'

/** Adopts each style text once into one shadow root or document, and removes all of them on `release`. */
interface SheetHost {
  adopt(css: string): void
  /** Adopts a style text before all others, so that every component can override it. */
  adoptBase(css: string): void
  /** Adopts a sheet built elsewhere, such as a theme. The latest one wins. */
  adoptSheet(sheet: CSSStyleSheet): () => void
  release(): void
}

const createSheetHost = (target: DocumentOrShadowRoot, scope?: string): SheetHost => {
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

interface RootContext {
  target: DocumentOrShadowRoot
  sheets: SheetHost
  /** Part of every id, so that two roots in one document never share one. */
  key: string
}

const StyleContext = createContext<RootContext | undefined>(undefined)

interface StyleRootProps {
  /** The root that adopts the sheets of everything inside. */
  target: DocumentOrShadowRoot
  /** Selector of the element whose light DOM is styled. Rules are then layered, important and scoped to it. */
  scope?: string
  /** Theme sheets, in ascending order of precedence. */
  themes?: readonly CSSStyleSheet[]
  children: ReactNode
}

/** Owns the constructable sheets of one root and removes them when it unmounts. */
export const StyleRoot = ({ target, scope, themes, children }: StyleRootProps) => {
  const [root] = useState<RootContext>(() => ({
    target,
    sheets: createSheetHost(target, scope),
    key: Math.random().toString(36).slice(2, 8),
  }))
  useInsertionEffect(() => {
    root.sheets.adoptBase(scope ? lightDom : tokens)
    root.sheets.adoptBase(base)
    return () => root.sheets.release()
  }, [root, scope])
  useInsertionEffect(() => {
    const drop = (themes ?? []).map((sheet) => root.sheets.adoptSheet(sheet))
    return () => {
      for (const release of drop) release()
    }
  }, [root, themes])
  return <StyleContext value={root}>{children}</StyleContext>
}

/** Adopts a component's CSS once into the root in which the component is rendered. */
export const useSheet = (css: string): void => {
  const root = useContext(StyleContext)
  useInsertionEffect(() => root?.sheets.adopt(css), [root, css])
}

/** Returns an id that is unique in the page, even with other React roots. */
export const useUiId = (): string => {
  const root = useContext(StyleContext)
  return `fe-${root?.key ?? ''}${useId().replace(/[^\w-]/g, '')}`
}

/** Returns the shadow root or document of the rendered content, for code that needs its focused element. */
export const useStyleTarget = (): DocumentOrShadowRoot => useContext(StyleContext)?.target ?? document
