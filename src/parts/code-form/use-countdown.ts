import { useEffect, useState } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'

const SECOND_MS = 1000

/**
 * Returns the whole seconds left until `due` (milliseconds since the epoch), and re-renders once a second until it is
 * 0.
 */
export const useCountdown = (due: number): number => {
  const { clock } = useRuntime().deps
  const secondsLeft = () => Math.max(0, Math.ceil((due - clock.now()) / SECOND_MS))
  const [, setTick] = useState(0)
  useEffect(() => {
    let cancel = () => {}
    const tick = () => {
      setTick((count) => count + 1)
      if (clock.now() < due) cancel = clock.schedule(tick, SECOND_MS)
    }
    if (clock.now() < due) cancel = clock.schedule(tick, SECOND_MS)
    return () => cancel()
  }, [clock, due])
  return secondsLeft()
}
