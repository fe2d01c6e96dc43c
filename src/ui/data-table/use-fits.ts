import { useEffect, useLayoutEffect, useRef } from 'react'

/** Below this width the table is a list of cards; see `narrow-table.css`. */
const CARDS_BELOW = 560
/** Minimum width of the column that identifies a row; it grows with its text. */
const MIN_IDENTITY = 240
const MAX_IDENTITY = 360
/** Maximum width of other texts, such as descriptions, and their reduced widths where the table has no room. */
const MAX_TEXT = 320
const MIN_TEXT = 160
const TIGHT_TEXT = 104

/** Returns by how much the truncated texts of a cell exceed their space. */
const missingIn = (cell: Element): number =>
  Math.max(0, ...[...cell.querySelectorAll('.fe-truncated')].map((text) => text.scrollWidth - text.clientWidth))

/** Returns the width at which no text of the column is truncated, within the column's limits. */
const wantedIdentity = (table: HTMLTableElement): number => {
  const cells = [...table.querySelectorAll<HTMLElement>('tbody [data-primary]')]
  const widths = cells.map((cell) => cell.offsetWidth + missingIn(cell))
  return Math.min(MAX_IDENTITY, Math.max(MIN_IDENTITY, ...widths))
}

const isWhole = (table: HTMLTableElement, scroller: HTMLElement): boolean => table.offsetWidth <= scroller.clientWidth

/**
 * Hides optional columns, starting with the last, until the identifying column has the width it needs. Columns that
 * phones don't show are hidden where the table would be too wide even so.
 */
const fitColumns = (table: HTMLTableElement, scroller: HTMLElement): void => {
  const give = (identity: number, leftOut: number, text = MAX_TEXT, isTight = false) => {
    scroller.style.setProperty('--fe-table-identity', `${identity}px`)
    scroller.style.setProperty('--fe-table-text', `${text}px`)
    scroller.dataset.leftOut = String(leftOut)
    scroller.toggleAttribute('data-tight', isTight)
    return isWhole(table, scroller)
  }
  give(MIN_IDENTITY, 0)
  if (scroller.clientWidth < CARDS_BELOW) return
  const optional = table.querySelectorAll('th[data-wide]').length
  const wanted = wantedIdentity(table)
  for (let leftOut = 0; leftOut <= optional; leftOut++) if (give(wanted, leftOut)) return
  if (give(MIN_IDENTITY, optional)) return
  const missing = table.offsetWidth - scroller.clientWidth
  // Texts that are shorter than the maximum give way only to the minimum.
  if (give(MIN_IDENTITY, optional, Math.max(MIN_TEXT, MAX_TEXT - missing))) return
  if (give(MIN_IDENTITY, optional, MIN_TEXT)) return
  if (!give(MIN_IDENTITY, optional, MIN_TEXT, true)) give(MIN_IDENTITY, optional, TIGHT_TEXT, true)
}

const markIfWhole = (table: HTMLTableElement, scroller: HTMLElement) =>
  scroller.toggleAttribute('data-fits', isWhole(table, scroller))

/** Fits the columns, marks whether the table fits, and returns the widths for which both are right. */
const fitWidths = (table: HTMLTableElement, scroller: HTMLElement) => {
  fitColumns(table, scroller)
  markIfWhole(table, scroller)
  return { place: scroller.clientWidth, own: table.offsetWidth }
}

/** Marks a table that fits its container: it needs no scrollbar, and its head can stick to the page. */
export const useFits = (scroller: HTMLElement | null, rows: readonly unknown[]): void => {
  const fitted = useRef({ place: 0, own: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other texts
  useLayoutEffect(() => {
    const table = scroller?.querySelector('table')
    if (scroller && table) fitted.current = fitWidths(table, scroller)
  }, [scroller, rows])
  useEffect(() => {
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return
    const fit = () => {
      fitted.current = fitWidths(table, scroller)
    }
    let frame = 0
    // The observer's first call, and its call after other rows, find the widths that the columns fit already.
    const measure = () => {
      if (fitted.current.place !== scroller.clientWidth) fit()
      else if (fitted.current.own !== table.offsetWidth) {
        markIfWhole(table, scroller)
        // Texts that arrive after the rows widen the table. Fitting it synchronously would resize the observed element.
        frame = requestAnimationFrame(fit)
      }
    }
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    observer.observe(table)
    const { fonts } = table.ownerDocument
    fonts.addEventListener('loadingdone', fit)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      fonts.removeEventListener('loadingdone', fit)
    }
  }, [scroller])
}

/** Returns an optional column's position from the end; the last one is hidden first. */
export const optionalPlace = (
  columns: readonly { wide?: boolean | undefined }[],
  column: { wide?: boolean | undefined },
): number | undefined =>
  column.wide ? columns.slice(columns.indexOf(column)).filter(({ wide }) => wide).length : undefined
