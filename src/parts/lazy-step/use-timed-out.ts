import { useEffect, useState } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'

/** Longer loads are not waited for, because they must not block signing up or in. */
const MAX_WAIT_MS = 5_000

/** Returns `true` once the maximum wait has passed. */
export const useTimedOut = (): boolean => {
  const { clock } = useRuntime().deps
  const [isLate, setLate] = useState(false)
  useEffect(() => clock.schedule(() => setLate(true), MAX_WAIT_MS), [clock])
  return isLate
}
