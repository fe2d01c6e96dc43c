import { useEffect, useRef } from 'react'
import type { FeEventMap } from '../index.ts'

/**
 * Calls the listener for every event of this type on the page; `event.detail` is typed.
 *
 * @example
 * const Welcome = () => {
 *   useFrontEntryEvent('fe-sign-in', ({ detail }) => console.log('Welcome', detail.email))
 *   return null
 * }
 */
export const useFrontEntryEvent = <Type extends keyof FeEventMap>(
  type: Type,
  listener: (event: FeEventMap[Type]) => void,
): void => {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const listen = (event: Event) => latest.current(event as FeEventMap[Type])
    document.addEventListener(type, listen)
    return () => document.removeEventListener(type, listen)
  }, [type])
}
