import { HttpError } from '../kernel/errors.ts'
import type { SessionDeps } from './session-types.ts'

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
