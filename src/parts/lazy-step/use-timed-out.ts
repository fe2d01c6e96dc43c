import { useEffect, useState } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'

/** What takes longer is not waited for: the way to sign up or in must not hang on it. */
const MAX_WAIT_MS = 5_000

/** Turns true when the wait has been long enough. */
export const useTimedOut = (): boolean => {
  const { clock } = useRuntime().deps
  const [isLate, setLate] = useState(false)
  useEffect(() => clock.schedule(() => setLate(true), MAX_WAIT_MS), [clock])
  return isLate
}
