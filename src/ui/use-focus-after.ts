import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When the element goes and has the focus, the ancestor that the selector names gets it: else it would be nowhere. */
export const useFocusAfter = <Own extends HTMLElement>(ancestor: string): RefObject<Own | null> => {
  const ref = useRef<Own>(null)
  useLayoutEffect(() => {
    const own = ref.current
    const keeper = own?.closest<HTMLElement>(ancestor)
    const root = own?.getRootNode() as Document | ShadowRoot | undefined // an element that is mounted has one of the two
    return () => {
      if (own?.contains(root?.activeElement ?? null)) keeper?.focus({ preventScroll: true })
    }
  }, [ancestor])
  return ref
}
