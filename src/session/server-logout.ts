import { HttpError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { SessionClient } from './load-user.ts'

/** Ours: a logout that the server has not heard of yet; without it the next page load would sign in again. */
const PENDING_KEY = 'fe-logout-pending'

export interface ServerLogout {
  /** Never rejects: whoever logs out is out here, whatever the network does. */
  tell(): Promise<void>
  isPending(): boolean
  /** Somebody signed in again. */
  forget(): void
}

export const createServerLogout = (client: SessionClient, local: KeyValue, log: Logger): ServerLogout => ({
  async tell() {
    local.set(PENDING_KEY, 'true')
    try {
      await client.logout()
    } catch (error) {
      log.warn('The server did not confirm the logout', error)
      if (!(error instanceof HttpError) || error.status !== 401) return
    }
    local.remove(PENDING_KEY)
  },
  isPending: () => local.get(PENDING_KEY) !== undefined,
  forget: () => local.remove(PENDING_KEY),
})
