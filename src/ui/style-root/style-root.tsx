import { createContext, type ReactNode, useContext, useId, useInsertionEffect, useMemo, useState } from 'react'
import base from '../../theme/base.css'
import lightDom from '../../theme/light-dom.css'
import tokens from '../../theme/tokens.css'
import { toScopedCss } from './scoped-css.ts'
import { type StyleTarget, sheetFor } from './sheet-for.ts'

/** Adopts each style text once into one shadow root or document, after those that every component can override. */
interface SheetHost {
  adopt(css: string): void
  /** Removes these style texts. @default all */
  drop(texts?: readonly string[]): void
  /** Adopts all style texts again if they are missing, or if the target is another one. */
  restore(target: StyleTarget): void
}

const createSheetHost = (given: StyleTarget, bases: readonly string[], scope?: string): SheetHost => {
  let target = given
  const own = new Map<string, CSSStyleSheet | null>()
  const adopted = () => target.adoptedStyleSheets
  const place = (css: string) => {
    if (own.has(css)) return
    const sheet = sheetFor(target, scope ? toScopedCss(css, scope) : css)
    own.set(css, sheet)
    if (sheet) target.adoptedStyleSheets = [...adopted(), sheet]
  }
  const drop = (texts: readonly string[] = [...own.keys()]) => {
    const gone = texts.map((css) => own.get(css))
    for (const css of texts) own.delete(css)
    // Written once, because the browser updates all styles after each write.
    target.adoptedStyleSheets = adopted().filter((sheet) => !gone.includes(sheet))
  }
  return {
    adopt(css) {
      if (own.size === 0) bases.forEach(place)
      place(css)
    },
    drop,
    restore(next) {
      // Read once, because each access passes through the browser's observable array.
      const found: (CSSStyleSheet | null)[] = [...adopted()]
      if (next === target && [...own.values()].every((sheet) => found.includes(sheet))) return
      const texts = [...own.keys()]
      drop()
      target = next
      texts.forEach(place)
    },
  }
}

interface RootContext {
  target: StyleTarget
  sheets: SheetHost
  /** Part of every id, so that two roots in one document never share one. */
  key: string
}

const StyleContext = createContext<RootContext | undefined>(undefined)

interface StyleRootProps {
  /** The root that adopts the sheets of everything inside. */
  target: StyleTarget
  /** Selector of the element whose light DOM is styled. Rules are then layered, important and scoped to it. */
  scope?: string
  /** Theme style texts, in ascending order of precedence. */
  themes?: readonly string[]
  children: ReactNode
}

/**
 * Owns the constructable sheets of one root and removes them when it unmounts. A move to another document or shadow
 * root keeps the React tree, but not the sheets, so they are adopted again.
 */
export const StyleRoot = ({ target, scope, themes, children }: StyleRootProps) => {
  const [{ sheets, key }] = useState(() => ({
    sheets: createSheetHost(target, [scope ? lightDom : tokens, base], scope),
    key: Math.random().toString(36).slice(2, 8),
  }))
  useInsertionEffect(() => sheets.restore(target))
  useInsertionEffect(() => () => sheets.drop(), [sheets])
  useInsertionEffect(() => {
    themes?.forEach(sheets.adopt)
    return () => sheets.drop(themes ?? [])
  }, [sheets, themes])
  const root = useMemo(() => ({ target, sheets, key }), [target, sheets, key])
  return <StyleContext value={root}>{children}</StyleContext>
}

/** Adopts a component's CSS once into the root in which the component is rendered. */
export const useSheet = (css: string): void => {
  const sheets = useContext(StyleContext)?.sheets
  useInsertionEffect(() => sheets?.adopt(css), [sheets, css])
}

/** Returns an id that is unique in the page, even with other React roots. */
export const useUiId = (): string => {
  const root = useContext(StyleContext)
  return `fe-${root?.key ?? ''}${useId().replace(/[^\w-]/g, '')}`
}

/** Returns the shadow root or document of the rendered content, for code that needs its focused element. */
export const useStyleTarget = (): StyleTarget => useContext(StyleContext)?.target ?? document
