import type { SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { createEmitter, type Emitter } from '../kernel/emitter.ts'
import { USER_ID_KEY } from '../kernel/storage.ts'
import { type Loaded, loadUser, signedIn, userOf } from './load-user.ts'
import type { SessionDeps } from './session-types.ts'
import { createTabTenant, type TabTenant } from './tab-tenant.ts'
import { isSameSubject, type SessionResponse, type Token } from './token.ts'

export const SIGNED_OUT: SessionSnapshot = { status: 'signed-out', tenants: [] }

/** State of one session in one tab, and the reactions to its changes. */
export interface Core {
  deps: SessionDeps
  snapshot: SessionSnapshot
  token?: Token
  /** Number of token changes. */
  serial: number
  /** Number of logins and logouts; work that began in an earlier epoch is discarded. */
  epoch: number
  response: Partial<SessionResponse>
  loaded: Loaded
  /** Aborts the loading of user and tenants. */
  loading: AbortController
  /** IDs of sessions that ended here. */
  endedSids: Set<string>
  isDisposed: boolean
  emitter: Emitter<SessionSnapshot>
  tabTenant: TabTenant
  /** Schedules the next refresh. */
  schedule(): void
  cancelRefresh(): void
}

/** Creates the state. Its refreshes are connected once their parts exist (`createSession`). */
export const createCore = (deps: SessionDeps): Core => ({
  schedule: () => {},
  cancelRefresh: () => {},
  deps,
  snapshot: { ...SIGNED_OUT, status: 'loading' },
  serial: 0,
  epoch: 0,
  response: {},
  loaded: {},
  loading: new AbortController(),
  endedSids: new Set(),
  isDisposed: false,
  emitter: createEmitter((error) => deps.log.error('A session listener failed', error)),
  tabTenant: createTabTenant(deps.enableSessionPerTenant === true, deps.tab),
})

export const publish = (core: Core, snapshot: SessionSnapshot): void => {
  core.snapshot = snapshot
  core.emitter.emit(snapshot)
}

export const setToken = (core: Core, token: Token | undefined): void => {
  core.token = token
  core.serial += 1
  core.schedule()
}

/** Begins an epoch: pending work is discarded from here on. */
export const beginEpoch = (core: Core): void => {
  core.epoch += 1
  core.cancelRefresh()
  core.loading.abort(new DOMException('The session changed', 'AbortError'))
  core.loading = new AbortController()
}

export const clear = (core: Core): void => {
  beginEpoch(core)
  core.response = {}
  core.loaded = {}
  setToken(core, undefined)
  publish(core, SIGNED_OUT)
}

export const keepEntitlements = (core: Core, entitlements: unknown): void => {
  const { user } = core.snapshot
  if (!user) return
  core.loaded = { ...core.loaded, entitlements }
  publish(core, { ...core.snapshot, user: { ...user, entitlements } })
}

/** Stores a new token for the same user; loaded data stays. */
export const renew = (core: Core, token: Token): void => {
  setToken(core, token)
  const { user } = core.snapshot
  if (!user || !isSameSubject(token, user)) return
  publish(core, { ...core.snapshot, user: userOf(core.response, token, core.loaded, core.tabTenant.current()) })
}

/** Loads data; returns `false` when the session changed meanwhile. */
const load = async (core: Core, token: Token): Promise<boolean> => {
  const { deps, epoch } = core
  const { signal } = core.loading
  const isFlagOn = deps.isFlagOn ?? (() => false)
  try {
    core.loaded = await loadUser({ ...deps, isFlagOn, sessionPerTenant: core.tabTenant.isOn }, token, signal)
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
  return core.epoch === epoch
}

/**
 * Loads the data that follows a token and notifies listeners; returns `undefined` when the session changed meanwhile.
 */
export const complete = async (core: Core): Promise<SessionUser | undefined> => {
  if (!core.token || !(await load(core, core.token)) || !core.token) return undefined
  const snapshot = signedIn(core.response, core.token, core.loaded, core.tabTenant)
  if (snapshot.user.id) core.deps.local.set(USER_ID_KEY, snapshot.user.id)
  publish(core, snapshot)
  return snapshot.user
}

/** Same as `complete`, for callers that don't wait. */
export const completeAside = (core: Core): void => {
  complete(core).catch((error: unknown) => core.deps.log.warn('The user could not be loaded', error))
}
