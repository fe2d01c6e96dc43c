import type { SessionPort } from '../feature/ports.ts'
import { HttpError } from '../kernel/errors.ts'
import { RECENT_KEY } from '../kernel/storage.ts'
import { entryReasonOf } from '../rules/account-entry.ts'
import type { Refresher } from './refresher.ts'
import { beginEpoch, type Core, clear, complete, setToken } from './session-core.ts'
import type { SessionDeps } from './session-types.ts'
import { refreshLockName, withTabLock } from './tab-lock.ts'
import type { TabTalk } from './tab-talk.ts'
import { receiveToken, type SessionResponse, sidOf } from './token.ts'

/** Key of a logout that the server has not received yet; without it, the next page load would sign in again. */
const pendingKey = (name: string) => `fe-logout-pending:${name}`

export interface ServerLogout {
  /**
   * Sends the logout after `first`; never rejects. A user who signs out is signed out here, whatever the network does.
   */
  send(returnTo?: string, idToken?: string, first?: Promise<unknown>): Promise<void>
  isPending(): boolean
  /** Called when a user signed in again. */
  forget(): void
}

/**
 * Creates the logout. `name` distinguishes the sessions of one origin, so that a logout of one app does not affect
 * others.
 */
export const createServerLogout = ({
  client,
  grants,
  local,
  log,
  name,
}: Pick<SessionDeps, 'client' | 'grants' | 'local' | 'log' | 'name'>): ServerLogout => {
  const key = pendingKey(name)
  return {
    async send(returnTo, idToken, first) {
      local.set(key, 'true')
      try {
        await first
        await (grants ? grants.end(returnTo, () => local.remove(key), idToken) : client.logout())
      } catch (error) {
        log.warn('The server did not confirm the logout', error)
        if (!(error instanceof HttpError) || error.status !== 401) return
      }
      local.remove(key)
    },
    isPending: () => local.get(key) !== undefined,
    forget: () => local.remove(key),
  }
}

export interface PortParts {
  core: Core
  refresher: Refresher
  serverLogout: ServerLogout
  talk: TabTalk
}

/** Returns whether the response has a token and requires no second factor first. */
export const isSignIn = (response: SessionResponse): response is SessionResponse & { accessToken: string } =>
  Boolean(response.accessToken) && !(response.mfaRequired && response.mfaToken)

const accept = async ({ core, serverLogout, talk }: PortParts, response: SessionResponse) => {
  if (core.isDisposed) return undefined
  if (!isSignIn(response)) {
    clear(core)
    return undefined
  }
  beginEpoch(core)
  serverLogout.forget()
  core.response = response
  const token = receiveToken(response, core.deps.clock)
  core.endedSids.delete(sidOf(token) ?? '')
  core.tabTenant.keep(token)
  setToken(core, token)
  const user = await complete(core)
  if (user) talk.share('login')
  return user
}

const refresh = async ({ core, refresher, talk }: PortParts) => {
  const wasOut = !core.snapshot.user
  const outcome = await refresher.refresh({ force: true })
  const user = outcome === 'signed-out' ? undefined : await complete(core)
  if (user && wasOut && outcome === 'refreshed') talk.share('login')
  return user
}

const choose = async ({ deps, tabTenant }: Core, tenantId: string) => {
  const takeBack = tabTenant.choose(tenantId)
  try {
    await deps.client.switchTenant({ body: { tenantId } })
  } catch (error) {
    takeBack()
    throw error
  }
}

/** Returns whether the user has just given the proof that the account requires which refused the session. */
const isProven = async ({ deps }: Core, tenantId: string, error: unknown): Promise<boolean> => {
  const reason = error instanceof HttpError ? entryReasonOf(error.body) : undefined
  const prompt = reason && deps.entryPrompt?.()
  return prompt ? prompt({ tenantId, reason }) : false
}

const switchTenant = async (parts: PortParts, tenantId: string) => {
  const { core, refresher } = parts
  try {
    await choose(core, tenantId)
  } catch (error) {
    if (!(await isProven(core, tenantId, error))) throw error
    await choose(core, tenantId)
  }
  refresher.cancel()
  await refresh(parts)
}

const replace = async (parts: PortParts, call: () => Promise<unknown>) => {
  const { clock, locks, name } = parts.core.deps
  await withTabLock(locks, refreshLockName(name), clock, new AbortController().signal, call)
  // A refresh that waited meanwhile, or was refused because there are no locks, was for the session that has ended.
  parts.refresher.cancel()
  return refresh(parts)
}

/** Creates the port through which features use the session. */
export const createPort = (parts: PortParts): SessionPort => ({
  current: () => parts.core.snapshot,
  accept: (response) => accept(parts, response),
  refresh: () => refresh(parts),
  async logout(returnTo, first) {
    const { idToken } = parts.core.response
    parts.talk.end()
    parts.core.tabTenant.forget()
    parts.core.deps.local.remove(RECENT_KEY)
    await parts.serverLogout.send(returnTo ?? '', idToken, first)
  },
  switchTenant: (tenantId) => switchTenant(parts, tenantId),
  replace: (call) => replace(parts, call),
})
