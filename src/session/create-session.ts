import type { SessionSnapshot } from '../feature/ports.ts'
import type { TokenSource } from '../http/options.ts'
import type { Clock } from '../kernel/clock.ts'
import { NetworkError } from '../kernel/errors.ts'
import { createBackgroundRefresh } from './background-refresh.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import {
  beginEpoch,
  type Core,
  clear,
  complete,
  createCore,
  keepEntitlements,
  publish,
  renew,
  SIGNED_OUT,
} from './session-core.ts'
import { createPort, createServerLogout, isSignIn, type PortParts } from './session-port.ts'
import type { Session, SessionDeps } from './session-types.ts'
import { refreshLockName } from './tab-lock.ts'
import { openTabTalk, type TabTalk } from './tab-talk.ts'
import { ageOf, receiveToken, type SessionResponse, type Token } from './token.ts'

/** A token that arrives expired is requested a limited number of times. */
const MAX_ROUNDS = 3
/** If a call is refused this soon after a refresh, another refresh does not help. */
const FRESH_ENOUGH_MS = 10_000

/** Creates the session's token source for `http/`. */
const createSessionTokens = (
  clock: Clock,
  refresher: Refresher,
  current: () => Token | undefined,
): Pick<TokenSource, 'getToken' | 'refreshRejected'> => {
  let rescued: string | undefined
  const isExpired = (token: Token | undefined) => token !== undefined && ageOf(token, clock) >= token.lifetimeMs
  return {
    async getToken() {
      for (let round = 0; round < MAX_ROUNDS && isExpired(current()); round += 1) await refresher.refresh()
      return current()?.value
    },
    async refreshRejected(used) {
      const token = current()
      if (!token) return 'signed-out'
      if (token.value !== used) return 'refreshed'
      const isFresh = ageOf(token, clock) < Math.min(FRESH_ENOUGH_MS, token.lifetimeMs / 2)
      if (used === rescued && isFresh) return 'unavailable'
      try {
        await refresher.refresh()
        rescued = current()?.value
        return rescued ? 'refreshed' : 'signed-out'
      } catch {
        return 'unavailable'
      }
    },
  }
}

/** Ends an outage: the server has responded, so a user who is signed out now is really signed out. */
const endOutage = (core: Core): void => {
  if (!core.token && core.snapshot.failure !== undefined) publish(core, SIGNED_OUT)
}

const commit = (core: Core, talk: TabTalk, response: SessionResponse): 'refreshed' | 'signed-out' => {
  // A response with neither is invalid: a page of a proxy, or a truncated response.
  if (!response.accessToken && !response.mfaRequired) throw new NetworkError('The refresh returned no token')
  if (!isSignIn(response)) {
    if (core.token) clear(core)
    else endOutage(core)
    return 'signed-out'
  }
  core.response = response
  const token = receiveToken(response, core.deps.clock)
  if (!core.tabTenant.current()) core.tabTenant.keep(token)
  renew(core, token)
  talk.share('refresh')
  return 'refreshed'
}

const request = ({ deps, tabTenant, response }: Core, signal: AbortSignal): Promise<SessionResponse> => {
  const tenantId = tabTenant.current() ?? null
  return deps.grants
    ? deps.grants.renew({ tenantId, former: response }, signal)
    : deps.client.refreshSession({ body: { tenantId } }, { signal })
}

const openRefresher = (core: Core, talk: TabTalk, random: () => number): Refresher => {
  const { clock, locks, name } = core.deps
  return createRefresher({
    clock,
    random,
    locks,
    lockName: refreshLockName(name),
    request: (signal) => request(core, signal),
    serial: () => core.serial,
    commit: (response) => commit(core, talk, response),
    refused() {
      if (core.token) talk.end()
      else endOutage(core)
    },
    reportOutage: (forMs, failures) => talk.reportOutage(forMs, failures),
  })
}

const begin = async (
  { core, refresher, serverLogout }: PortParts,
  flags: Promise<unknown> | undefined,
): Promise<SessionSnapshot> => {
  const { epoch } = core
  let failure: unknown
  if (serverLogout.isPending()) {
    clear(core)
    await serverLogout.send()
    return core.snapshot
  }
  try {
    const way = (await core.deps.startWith?.()) ?? 'ask'
    if (way === 'wait') return core.snapshot
    if (way === 'ask') await refresher.refresh({ force: true })
    if (core.token) await flags
    await complete(core)
  } catch (error) {
    failure = error
    core.deps.log.warn('The session could not be loaded', error)
    core.schedule()
  }
  if (core.epoch === epoch && core.snapshot.status === 'loading') publish(core, { ...SIGNED_OUT, failure })
  return core.snapshot
}

/** Creates one session in one tab, in embedded mode, with one refresh for all tabs. Each part gets those before it. */
export const createSession = (deps: SessionDeps): Session => {
  const random = deps.random ?? Math.random
  const core = createCore(deps)
  const talk = openTabTalk(core)
  const refresher = openRefresher(core, talk, random)
  const background = createBackgroundRefresh(core, refresher, random)
  const serverLogout = createServerLogout(deps)
  const parts = { core, refresher, talk, serverLogout }
  const port = createPort(parts)
  // Nothing has run so far: from here on, changes of the token, other tabs and the page cause refreshes.
  core.schedule = background.schedule
  core.cancelRefresh = refresher.cancel
  talk.listen({ refresh: port.refresh, noteOutage: refresher.noteOutage })
  const stopWakeEvents = deps.wakeEvents?.(background.wake)
  let started: Promise<SessionSnapshot> | undefined
  return {
    ...port,
    ...createSessionTokens(deps.clock, refresher, () => core.token),
    stepUpRequired: (challenge) => deps.onStepUpRequired?.(challenge),
    start(flags) {
      started ??= begin(parts, flags)
      return started
    },
    subscribe: core.emitter.subscribe,
    keepEntitlements: (entitlements) => keepEntitlements(core, entitlements),
    dispose() {
      core.isDisposed = true
      beginEpoch(core)
      core.token = undefined
      background.stop()
      talk.close()
      stopWakeEvents?.()
      core.emitter.clear()
    },
  }
}
