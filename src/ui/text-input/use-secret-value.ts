import { type Ref, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Keeps a secret only in the input's property. React writes the value of a controlled input into its attribute, where a
 * style sheet of the page could read it letter by letter.
 */
export const useSecretValue = (
  value: unknown,
  outer: Ref<HTMLInputElement> | undefined,
): RefCallback<HTMLInputElement> => {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (typeof value === 'string' && input.current && input.current.value !== value) input.current.value = value
  })
  return useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element
      if (typeof outer === 'function') outer(element)
      else if (outer) outer.current = element
    },
    [outer],
  )
}
