import { useEffect, useState } from 'react'
import type { AppSettings } from '../../feature/settings.ts'
import type { Clock } from '../../kernel/clock.ts'

/**
 * Returns whether, on a first visit, the form still waits briefly for the settings that determine what else is shown,
 * so that both appear together. A slow or hanging API never holds back the form.
 */
export const useHeld = (clock: Clock, settings: AppSettings): boolean => {
  const { heldUntil = 0, isStarted, policy, strategies, vendor } = settings
  const [isOver, setOver] = useState(() => performance.now() >= heldUntil)
  useEffect(() => {
    if (isOver) return
    return clock.schedule(() => setOver(true), Math.max(0, heldUntil - performance.now()))
  }, [clock, heldUntil, isOver])
  return !isOver && !isStarted && !(policy && strategies && vendor)
}
