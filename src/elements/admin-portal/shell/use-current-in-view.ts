import { type RefObject, useEffect } from 'react'

/** Space beyond the current entry that shows its group's title or the beginning of the next entry. */
const PEEK_PX = 40

/** Scrolls the list only, because `scrollIntoView` would also scroll the host's page. */
const showCurrent = (list: HTMLElement): void => {
  const entry = list.querySelector('[aria-current]')
  if (!entry) return
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  list.scrollTop += Math.min(0, inner.top - PEEK_PX - outer.top) || Math.max(0, inner.bottom + PEEK_PX - outer.bottom)
}

/** Scrolls the current entry into view when it changes and when the list is resized. */
export const useCurrentInView = (ref: RefObject<HTMLElement | null>, current: string | undefined): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry that is marked as current is another one
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const observer = new ResizeObserver(() => showCurrent(list)) // the observer also reports the initial size
    observer.observe(list)
    return () => observer.disconnect()
  }, [ref, current])
}
