import { HttpError } from '../kernel/errors.ts'
import type { SessionDeps } from './session-types.ts'

/** Ours: a logout that the server has not heard of yet; without it the next page load would sign in again. */
const pendingKey = (name: string) => `fe-logout-pending:${name}`

export interface ServerLogout {
  /** Never rejects: a user who signs out is signed out here, whatever the network does. Waits for `first`. */
  send(returnTo?: string, idToken?: string, first?: Promise<unknown>): Promise<void>
  isPending(): boolean
  /** A user signed in again. */
  forget(): void
}

/** `name` distinguishes the sessions of one origin: a logout of one app is no other's. */
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
