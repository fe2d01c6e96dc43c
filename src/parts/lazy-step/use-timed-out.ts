import { useEffect, useState } from 'react'
import { useRuntime } from '../../feature/feature-context.tsx'

/** What takes longer is not waited for: the way to sign up or in must not hang on it. */
const LONGEST_WAIT_MS = 5_000

/** Turns true when whoever uses it has waited long enough. */
export const useTimedOut = (): boolean => {
  const { clock } = useRuntime().deps
  const [isLate, setLate] = useState(false)
  useEffect(() => clock.schedule(() => setLate(true), LONGEST_WAIT_MS), [clock])
  return isLate
}
