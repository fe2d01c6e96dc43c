import type { Session } from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const SESSIONS = '/identity/resources/users/sessions/v1'

/** Signed-in devices of a user. */
export const sessions = {
  listSessions: endpoint<void, void, Session[]>()('GET', `${SESSIONS}/me`),
  getCurrentSession: endpoint<void, void, Session>()('GET', `${SESSIONS}/me/current`),
  deleteSession: endpoint<void, void, Ignored>()('DELETE', `${SESSIONS}/me/{id}`),
  deleteAllSessions: endpoint<void, void, Ignored>()('DELETE', `${SESSIONS}/me/all`),
  revokeUserSessions: endpoint<void, { userId: string }, Ignored>()('POST', `${SESSIONS}/revoke`),
}
