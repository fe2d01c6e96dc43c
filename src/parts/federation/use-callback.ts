import { useEffect } from 'react'
import { useSession } from '../../feature/feature-context.tsx'
import { useKnownSession } from '../after-login/use-known-session.ts'

interface CallbackActions {
  begin(known: Promise<void>): Promise<void>
  resume(): void
}

/** Starts a callback once. A user who is signed in anyway, after a reload or the back button, continues to the app. */
export const useCallback = (actions: CallbackActions, state: { step: string }): void => {
  const { status } = useSession()
  const known = useKnownSession()
  const isOver = state.step === 'notStarted' && status === 'signed-in'
  useEffect(() => void actions.begin(known), [actions, known])
  useEffect(() => {
    if (isOver) actions.resume()
  }, [isOver, actions])
}
