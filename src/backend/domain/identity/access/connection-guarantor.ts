import type { Auth, SignedRequest } from '../../../call/auth.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { BY_CONNECTION, guarantorOf, type Reading } from '../guarantor/guarantor.ts'
import { accountRights, exceeds, NO_RIGHTS } from '../guarantor/rights.ts'
import { memberOfSession } from '../sessions/live-session.ts'
import { soleVoucherOf } from '../sessions/sso-session.ts'
import { signedInAs } from './required-sso.ts'

type Guaranteed = Pick<SsoConnectionRecord, 'tenantId' | 'guarantorId'>

interface Gain {
  /** Whether a role of the vendor's product gives the user a higher rank than their administrative roles do. */
  isByProduct: boolean
}

/**
 * Checks a user who lacks administrative rights that roles of the account give, in a session that only an identity
 * provider vouches for. A user who has all of them gains none by a promotion. Roles of the vendor's product don't
 * count, because sign-ins don't check them.
 *
 * @returns undefined for all other users and sessions
 */
const possibleGain = async (
  reading: Reading,
  auth: Auth,
  { tenantId }: Pick<Guaranteed, 'tenantId'>,
): Promise<Gain | undefined> => {
  const { session } = await signedInAs(reading, auth)
  if (soleVoucherOf(session) === undefined) return undefined
  const { all, administrative, roleIds } = await accountRights(reading.store, tenantId)
  const { user } = auth
  const member = await memberOfSession(reading, { userId: user.id, actorId: null, tenantId }, tenantId)
  const own = member ? administrative(member, user) : NO_RIGHTS
  if (!exceeds(administrative({ roleIds: JSON.stringify(roleIds), groupIds: null }), own)) return undefined
  return { isByProduct: member !== undefined && all(member, user).rank < own.rank }
}

const ownVoucherRequired = async () => (await import('../guarantor/provider-refusals.ts')).ownVoucherRequired()

/**
 * Requires a proof of the caller's own before they create a connection. The provider of their session could otherwise
 * make its user the guarantor of another provider, which could sign in as anyone after that user's promotion.
 *
 * @throws Refusal 403 in a session that only an identity provider vouches for
 */
export const assertMayCreateByOwnProof = async (
  { ports, auth }: SignedRequest,
  connection: Pick<Guaranteed, 'tenantId'>,
): Promise<void> => {
  if (await possibleGain(ports, auth, connection)) throw await ownVoucherRequired()
}

/**
 * Returns the guarantor id of a caller who replaces the guarantor of a connection, and requires a proof of their own,
 * for the same reason. A connection whose guarantor left, or is no longer an administrator, needs none, because the
 * administrators of an account may have no passwords. If a role of the vendor's product ranks the caller higher than
 * their administrative roles do, the id names the connection, so that only the latter count (`guarantor.ts`): the
 * provider could otherwise sign in as administrators who rank higher than itself.
 *
 * @throws Refusal 403 in a session that only an identity provider vouches for
 */
export const succeedingGuarantorId = async (
  reading: Reading,
  auth: Auth,
  { id, tenantId, guarantorId }: Guaranteed & Pick<SsoConnectionRecord, 'id'>,
): Promise<string> => {
  const own = auth.user.id
  const gain = await possibleGain(reading, auth, { tenantId })
  if (!gain) return own
  const guarantor = await guarantorOf(reading, tenantId, guarantorId)
  if (guarantor?.userId === own) return guarantorId ?? own
  const { administrates } = await accountRights(reading.store, tenantId)
  if (guarantor && administrates(guarantor)) throw await ownVoucherRequired()
  return gain.isByProduct ? `${BY_CONNECTION}${id}:${own}` : own
}
