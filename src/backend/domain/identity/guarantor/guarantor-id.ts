import type { Auth } from '../../../call/auth.ts'
import { soleVoucherOf } from '../sessions/sso-session.ts'
import { assertOwnVoucher, BY_CONNECTION, tokenGuarantorId } from './guarantor.ts'

// A record that a user creates outlives their session. If only an identity provider vouches for that session, a
// promotion of the user must not extend to records that the provider created before. So the record also names the
// connection, which limits the user as it limits an API token of theirs (`guarantor.ts`).

const viaConnection = ({ machine, session }: Auth, userId: string): string | undefined => {
  const connectionId = machine || session.actorId !== null ? undefined : soleVoucherOf(session)
  return connectionId === undefined ? undefined : `${BY_CONNECTION}${connectionId}:${userId}`
}

/**
 * Returns the id of the member who vouches for what a call creates or confirms. For a script, that is its own
 * guarantor, with the connection that limits them.
 *
 * @throws Refusal 403 for a user's token that an identity provider vouches for
 */
export const guarantorIdOf = async (auth: Auth): Promise<string | null> => {
  const { machine, session, user } = auth
  const id = viaConnection(auth, user.id)
  if (id !== undefined) return id
  if (machine?.userId === null) return tokenGuarantorId(machine)
  await assertOwnVoucher(auth)
  if (machine) return machine.userId
  return session.actorId ?? user.id
}

/**
 * Returns the owner of a directory, API token of the account or invite link that a call creates or confirms: its user or
 * account token.
 */
export const ownerIdOf = async (auth: Auth): Promise<string> => {
  const id = viaConnection(auth, auth.user.id)
  const isAccountToken = auth.machine?.userId === null
  if (id === undefined && !isAccountToken) await assertOwnVoucher(auth)
  return id ?? auth.user.id
}

/**
 * Returns the guarantor id of a member whom a call names as successor. The connection also limits members other than the
 * caller: its provider chose them, and they confirmed nothing themselves.
 */
export const successorIdOf = (auth: Auth, userId: string): Promise<string> | string =>
  userId === auth.user.id ? ownerIdOf(auth) : (viaConnection(auth, userId) ?? userId)
