import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusAgain } from '../focus-again.ts'

export interface ArrivingProps {
  /** Whether the box that was shown while the chunk loaded had the focus when it was removed. */
  hadFocus: RefObject<boolean>
}

/** Focuses the first input of what has arrived, if the box before it had the focus, which is otherwise lost. */
export const useFocusOf = <Own extends HTMLElement>(hadFocus: RefObject<boolean>): RefObject<Own | null> => {
  const own = useRef<Own>(null)
  useLayoutEffect(() => {
    if (hadFocus.current) focusAgain(own.current?.querySelector('input'))
    hadFocus.current = false
  }, [hadFocus])
  return own
}
