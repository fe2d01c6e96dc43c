import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to the ancestor matching the selector when the focused element is removed, so that the focus isn't
 * lost.
 */
export const useFocusAfter = <Own extends HTMLElement>(ancestor: string): RefObject<Own | null> => {
  const ref = useRef<Own>(null)
  useLayoutEffect(() => {
    const own = ref.current
    const keeper = own?.closest<HTMLElement>(ancestor)
    const root = own?.getRootNode() as Document | ShadowRoot | undefined // a mounted element is in one of the two
    return () => {
      if (own?.contains(root?.activeElement ?? null)) keeper?.focus({ preventScroll: true })
    }
  }, [ancestor])
  return ref
}
