import { useEffect } from 'react'

/** Marks a table that is not wider than its place: it needs no scrollbar, and its head can stick to the page. */
export const useFits = (scroller: HTMLElement | null): void => {
  useEffect(() => {
    const table = scroller?.querySelector('table')
    if (!scroller || !table) return
    const measure = () => scroller.toggleAttribute('data-fits', table.offsetWidth <= scroller.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [scroller])
}
