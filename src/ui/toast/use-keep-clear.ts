import { type RefObject, useLayoutEffect } from 'react'

/** Event dispatched at an element that toasts must not cover, after it is mounted and before it is removed. */
export const KEEP_CLEAR_CHANGED = 'fe-keep-clear-changed'

/**
 * Marks an element that stays visible at the end of the page, such as the buttons of unsaved changes, so that toasts
 * don't cover it.
 */
export const useKeepClear = (ref: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const own = ref.current
    if (!own) return
    const keep = (isShown: boolean) => {
      own.toggleAttribute('data-keep-clear', isShown)
      own.dispatchEvent(new Event(KEEP_CLEAR_CHANGED, { bubbles: true }))
    }
    keep(true)
    return () => keep(false)
  }, [ref])
}
