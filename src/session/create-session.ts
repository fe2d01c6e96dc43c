import type { SessionSnapshot } from '../feature/ports.ts'
import { NetworkError } from '../kernel/errors.ts'
import { type BackgroundRefresh, createBackgroundRefresh } from './background-refresh.ts'
import { createRefresher, type Refresher } from './refresher.ts'
import { createServerLogout } from './server-logout.ts'
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
import { createPort, isSignIn, type PortParts } from './session-port.ts'
import type { SessionResponse } from './session-response.ts'
import { createSessionTokens } from './session-tokens.ts'
import type { Session, SessionDeps } from './session-types.ts'
import { refreshLockName } from './tab-lock.ts'
import { openTabTalk, type TabTalk } from './tab-talk.ts'
import { receiveToken } from './token.ts'

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

const openRefresher = (core: Core, talk: () => TabTalk, random: () => number): Refresher => {
  const { clock, locks, name } = core.deps
  return createRefresher({
    clock,
    random,
    locks,
    lockName: refreshLockName(name),
    request: (signal) => request(core, signal),
    serial: () => core.serial,
    commit: (response) => commit(core, talk(), response),
    refused() {
      if (core.token) talk().end()
      else endOutage(core)
    },
    reportOutage: (forMs, failures) => talk().reportOutage(forMs, failures),
  })
}

/** Connects the parts once all of them exist; nothing runs before. */
const join = (deps: SessionDeps): PortParts & { background: BackgroundRefresh } => {
  const random = deps.random ?? Math.random
  const core = createCore(deps, { schedule: () => background.schedule(), cancelRefresh: () => refresher.cancel() })
  const refresher = openRefresher(core, () => talk, random)
  const background = createBackgroundRefresh(core, refresher, random)
  const talk: TabTalk = openTabTalk(core, {
    refresh: () => createPort(parts).refresh(),
    noteOutage: refresher.noteOutage,
  })
  const parts = { core, refresher, talk, background, serverLogout: createServerLogout(deps) }
  return parts
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

/** Creates one session in one tab, in embedded mode, with one refresh for all tabs. */
export const createSession = (deps: SessionDeps): Session => {
  const parts = join(deps)
  const { core, background, talk } = parts
  const stopWakeEvents = deps.wakeEvents?.(background.wake)
  let started: Promise<SessionSnapshot> | undefined
  return {
    ...createPort(parts),
    ...createSessionTokens(deps.clock, parts.refresher, () => core.token),
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
