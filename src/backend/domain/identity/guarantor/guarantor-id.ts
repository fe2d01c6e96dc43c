import type { Auth } from '../../../call/auth.ts'
import { soleVoucherOf } from '../sessions/sso-session.ts'
import { assertOwnVoucher, BY_CONNECTION, tokenGuarantorId } from './guarantor.ts'

// A record that a user creates outlives their session. If only an identity provider vouches for that session, a
// promotion of the user must not extend to records that the provider created before. So the record also names the
// connection, which limits the user as it limits an API token of theirs (`guarantor.ts`).

const viaConnection = ({ machine, session, user }: Auth): string | undefined => {
  const connectionId = machine || session.actorId !== null ? undefined : soleVoucherOf(session)
  return connectionId === undefined ? undefined : `${BY_CONNECTION}${connectionId}:${user.id}`
}

/**
 * Returns the id of the member who vouches for what a call creates or confirms. For a script, that is its own
 * guarantor, with the connection that limits them.
 *
 * @throws Refusal 403 for a user's token that an identity provider vouches for
 */
export const guarantorIdOf = async (auth: Auth): Promise<string | null> => {
  const id = viaConnection(auth)
  if (id !== undefined) return id
  const { machine, session, user } = auth
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
  const id = viaConnection(auth)
  const isAccountToken = auth.machine?.userId === null
  if (id === undefined && !isAccountToken) await assertOwnVoucher(auth)
  return id ?? auth.user.id
}
