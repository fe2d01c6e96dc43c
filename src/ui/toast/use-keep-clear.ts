import { type RefObject, useLayoutEffect } from 'react'

/** Fired at an element that toasts must not cover, once it is there and before it leaves the page. */
export const KEEP_CLEAR_CHANGED = 'fe-keep-clear-changed'

/** For what stays in view at the end of the page, such as the buttons of unsaved changes: toasts don't cover it. */
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
