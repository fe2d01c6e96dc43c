import { HttpError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { SessionClient } from './load-user.ts'

/** Ours: a logout that the server has not heard of yet; without it the next page load would sign in again. */
const pendingKey = (name: string) => `fe-logout-pending:${name}`

export interface ServerLogout {
  /** Never rejects: whoever logs out is out here, whatever the network does. */
  tell(): Promise<void>
  isPending(): boolean
  /** Somebody signed in again. */
  forget(): void
}

/** `name` tells sessions of one origin apart: a logout of one app is no other's. */
export const createServerLogout = (
  client: SessionClient,
  { local, log, name }: { local: KeyValue; log: Logger; name: string },
): ServerLogout => {
  const key = pendingKey(name)
  return {
    async tell() {
      local.set(key, 'true')
      try {
        await client.logout()
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
