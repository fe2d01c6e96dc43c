import { useEffect, useState } from 'react'
import { useSession, useSettings } from '../../feature/feature-context.tsx'

/**
 * Resolves once it is known whether a user is signed in. A page that gets its session by a cookie must wait for it: the
 * refresh of the start-up began without that cookie, and its late response would be taken for the new session, or would
 * restore the old cookie.
 */
export const useKnownSession = (): Promise<void> => {
  const { status } = useSession()
  const { isStarted } = useSettings()
  const [gate] = useState(() => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { open: () => open(), opened }
  })
  useEffect(() => {
    if (status !== 'loading' || isStarted) gate.open()
  }, [gate, status, isStarted])
  return gate.opened
}
