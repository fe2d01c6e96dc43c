import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import css from './scroll-row.css'

/** Room beside the active entry that keeps the beginning of the next entry visible. */
const PEEK_PX = 56

/**
 * Marks the sides on which the row continues. They are physical sides, because gradients ignore the writing direction.
 */
const markEdges = (row: HTMLElement): void => {
  const hidden = row.scrollWidth - row.clientWidth
  const isRtl = getComputedStyle(row).direction === 'rtl'
  const left = isRtl ? hidden + row.scrollLeft : row.scrollLeft
  row.toggleAttribute('data-more-left', left > 1)
  row.toggleAttribute('data-more-right', hidden - left > 1)
}

/** Scrolls only the row; `scrollIntoView` would scroll the page as well. */
const showActive = (row: HTMLElement): void => {
  const entry = row.querySelector('[aria-selected="true"], [aria-current]')
  if (!entry) {
    markEdges(row)
    return
  }
  const [outer, inner] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  const [left, right] = [inner.left - PEEK_PX - outer.left, inner.right + PEEK_PX - outer.right]
  if (left < 0) row.scrollBy({ left })
  else if (right > 0) row.scrollBy({ left: right })
  markEdges(row)
}

/**
 * Makes a row of class `fe-scroll-row` scroll where it is too wide. Its active entry, marked for assistive technology,
 * stays in view, and the row fades where it continues.
 */
export const useScrollRow = (ref: RefObject<HTMLElement | null>, active: string): void => {
  useSheet(css)
  const shown = useRef('')
  // Runs after every render, because a label or a count changes the content's width, which no observer of the row
  // reports.
  useLayoutEffect(() => {
    const row = ref.current
    const next = `${active} ${row?.scrollWidth}`
    if (!row || next === shown.current) return
    shown.current = next
    showActive(row)
  })
  useEffect(() => {
    const row = ref.current
    if (!row) return
    const mark = () => markEdges(row)
    const observer = new ResizeObserver(() => showActive(row))
    observer.observe(row)
    row.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      row.removeEventListener('scroll', mark)
    }
  }, [ref])
}
