import { type RefObject, useLayoutEffect } from 'react'

/** Event dispatched at an element that toasts must not cover, after it is mounted and before it is removed. */
const KEEP_CLEAR_CHANGED = 'fe-keep-clear-changed'

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

const isAtCenterOf = (layer: DOMRect, { left, top, width, height }: DOMRect): boolean => {
  const [x, y] = [left + width / 2, top + height / 2]
  return x > layer.left && x < layer.right && y > layer.top && y < layer.bottom
}

const overlaps = (layer: DOMRect, { left, right, top, bottom }: DOMRect): boolean =>
  left < layer.right && right > layer.left && top < layer.bottom && bottom > layer.top

/**
 * Returns whether the layer hides the focused control or overlaps a bar to keep clear. A focused text box can be large,
 * so only its center counts; a bar matters for its buttons, so any overlap counts.
 */
const covers = (layer: HTMLElement, root: Document | ShadowRoot): boolean => {
  const box = layer.getBoundingClientRect()
  const { activeElement: focused } = root
  if (focused && !layer.contains(focused) && isAtCenterOf(box, focused.getBoundingClientRect())) return true
  return [...root.querySelectorAll('[data-keep-clear]')].some((one) => overlaps(box, one.getBoundingClientRect()))
}

/** Keeps toasts off the focused control (WCAG 2.4.11): they move to the top while they would cover it. */
export const keepClearOfFocus = (layer: HTMLElement): (() => void) => {
  const root = layer.getRootNode() as Document | ShadowRoot // a connected node is in one of them
  const place = () => {
    if (layer.contains(root.activeElement)) return
    layer.removeAttribute('data-top')
    layer.toggleAttribute('data-top', covers(layer, root))
  }
  const stop = new AbortController()
  const { signal } = stop
  let frame = 0
  const placeOnFrame = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  for (const change of ['focusin', KEEP_CLEAR_CHANGED]) root.addEventListener(change, place, { signal })
  // The window doesn't receive scroll events inside a shadow root, and the root doesn't receive those around it.
  for (const target of [window, root])
    for (const change of ['resize', 'scroll'])
      target.addEventListener(change, placeOnFrame, { capture: true, passive: true, signal })
  place()
  return () => {
    stop.abort()
    cancelAnimationFrame(frame)
  }
}
