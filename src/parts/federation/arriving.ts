import type { FeatureDeps } from '../../feature/slice.ts'
import { type PendingFlow, takeFlow } from '../../rules/pending-flows.ts'
import { storeTarget } from '../after-login/stored-target.ts'

type Deps = Pick<FeatureDeps, 'navigator' | 'local' | 'clock'>

/** What a callback's URL says; nothing when it says something twice or in the wrong place. */
export interface CallbackResponse {
  values: Readonly<Record<string, string>>
  /** The error code of the provider (RFC 6749 §4.1.2.1). */
  error: string | undefined
}

/** Once means once: two codes, or a code beside an error, come from no provider. */
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

/** Takes what the provider sent out of the address bar and the history. */
export const hideResponse = ({ navigator }: Pick<Deps, 'navigator'>): void => {
  const { pathname, href } = navigator.location()
  // A pretended route is not in the address bar.
  if (href === location.href) history.replaceState(history.state, '', pathname)
}

/** The flow that this browser started, used up with this. */
export const takePending = (
  { local, clock }: Deps,
  kind: PendingFlow['kind'],
  state: string | undefined,
): PendingFlow | undefined => (state ? takeFlow(local, { kind, state }, clock.now()) : undefined)

/** The user goes on to the page they wanted. */
export const restoreTarget = (deps: Pick<Deps, 'local' | 'clock'>, flow: PendingFlow | undefined): void => {
  if (flow?.returnTo) storeTarget(deps, flow.returnTo)
}
