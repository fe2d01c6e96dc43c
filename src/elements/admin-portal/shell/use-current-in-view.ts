import { type RefObject, useEffect } from 'react'

/** Room beyond the current entry for the title of its group, or for the beginning of the next entry. */
const PEEK_PX = 40

/** Scrolls the list alone: `scrollIntoView` would scroll the page of the host as well. */
const showCurrent = (list: HTMLElement): void => {
  const entry = list.querySelector('[aria-current]')
  if (!entry) return
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  list.scrollTop += Math.min(0, inner.top - PEEK_PX - outer.top) || Math.max(0, inner.bottom + PEEK_PX - outer.bottom)
}

/** The current entry of a list that scrolls is in view when it changes and when the list gets another size. */
export const useCurrentInView = (ref: RefObject<HTMLElement | null>, current: string | undefined): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry that is marked as current is another one
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const observer = new ResizeObserver(() => showCurrent(list)) // also reports the size it has now
    observer.observe(list)
    return () => observer.disconnect()
  }, [ref, current])
}
