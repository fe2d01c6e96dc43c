import { useEffect } from 'react'
import { useSession } from '../../feature/feature-context.tsx'
import type { FeatureDeps } from '../../feature/slice.ts'
import { type PendingFlow, takeFlow } from '../../rules/pending-flows.ts'
import { useKnownSession } from '../after-login/after-login.ts'
import { storeTarget } from '../after-login/stored-target.ts'

interface CallbackActions {
  begin(known: Promise<void>): Promise<void>
  resume(): void
}

/** Starts a callback once. A user who is signed in anyway, after a reload or the back button, continues to the app. */
export const useProviderCallback = (actions: CallbackActions, state: { step: string }): void => {
  const { status } = useSession()
  const known = useKnownSession()
  const isOver = state.step === 'notStarted' && status === 'signed-in'
  useEffect(() => void actions.begin(known), [actions, known])
  useEffect(() => {
    if (isOver) actions.resume()
  }, [isOver, actions])
}

type Deps = Pick<FeatureDeps, 'navigator' | 'local' | 'clock'>

/** The response in a callback's URL; a value that is duplicated or misplaced makes it invalid. */
export interface CallbackResponse {
  values: Readonly<Record<string, string>>
  /** The error code of the provider (RFC 6749 §4.1.2.1). */
  error: string | undefined
}

/**
 * Reads the response of a callback. Two codes, or a code together with an error, can't come from a provider and are
 * rejected.
 */
export const readCallback = (query: URLSearchParams, names: readonly string[]): CallbackResponse | undefined => {
  const values: Record<string, string> = {}
  for (const name of [...names, 'error']) {
    const given = query.getAll(name)
    if (given.length > 1) return undefined
    if (given[0]) values[name] = given[0]
  }
  const { error, ...rest } = values
  if (error !== undefined && (rest.code !== undefined || rest.SAMLResponse !== undefined)) return undefined
  return { values: rest, error }
}

/** Removes the provider's response from the address bar and the history. */
export const hideResponse = ({ navigator }: Pick<Deps, 'navigator'>): void => {
  const { href } = navigator.location()
  // A simulated route is not in the address bar.
  if (href === location.href) history.replaceState(history.state, '', document.URL.replace(/[?#].*/, ''))
}

/** Returns the flow that this browser started and removes it, so that it can be used only once. */
export const takePending = (
  { local, clock }: Deps,
  kind: PendingFlow['kind'],
  state: string | undefined,
): PendingFlow | undefined => (state ? takeFlow(local, { kind, state }, clock.now()) : undefined)

/** Stores the page that the user wanted as the target after the sign-in. */
export const restoreTarget = (deps: Pick<Deps, 'local' | 'clock'>, flow: PendingFlow | undefined): void => {
  if (flow?.returnTo) storeTarget(deps, flow.returnTo)
}
