import type { SignedRequest } from '../../../call/auth.ts'
import { passes } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { signedInAs } from '../../identity/access/required-sso.ts'
import { assertOwnVoucher, BY_CONNECTION, guarantorOf, type Reading } from '../../identity/guarantor/guarantor.ts'
import { accountRights, exceeds, findSuperUsers, NO_RIGHTS } from '../../identity/guarantor/rights.ts'
import { assertMayGrantIds, assignableRoles, exceedsOwnRights } from '../../identity/roles/granting.ts'
import { roleIdsByMember } from '../../identity/roles/grants.ts'
import { actsAsStaff } from '../../identity/roles/rank.ts'
import { memberOfSession } from '../../identity/sessions/live-session.ts'
import { soleVoucherOf } from '../../identity/sessions/sso-session.ts'
import { defaultRoleIds } from '../../identity/team/invite-link.ts'
import { mappedRoleIds } from './connection-shape.ts'

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
  auth: SignedRequest['auth'],
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

const ownVoucherRequired = async () =>
  (await import('../../identity/guarantor/provider-refusals.ts')).ownVoucherRequired()

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
  auth: SignedRequest['auth'],
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

type Trusted = Pick<SsoConnectionRecord, 'id' | 'tenantId' | 'roleIds' | 'groups' | 'skipEmailDomainValidation'>

/** Returns the members that the identity provider of a connection can sign in as. */
const membersUnder = async (
  { ports }: SignedRequest,
  { tenantId, skipEmailDomainValidation }: Trusted,
  domains: readonly string[],
): Promise<MemberRecord[]> => {
  if (skipEmailDomainValidation) return ports.store.members.list({ tenantId })
  const found = await Promise.all(
    domains.map((domain) => ports.store.members.list({ tenantId, email: { contains: `@${domain}` } })),
  )
  return found.flat().filter(({ email }) => domains.some((domain) => email.endsWith(`@${domain}`)))
}

/**
 * Requires that no member is a user of the vendor's staff, who may do everything regardless of their roles in an
 * account.
 */
const assertNoSuperUser = async ({ ports, auth }: SignedRequest, members: readonly MemberRecord[]): Promise<void> => {
  if (await actsAsStaff(auth)) return
  const ids = members.filter(({ activated }) => activated).map(({ userId }) => userId)
  if ((await findSuperUsers(ports.store, ids)).size > 0) throw exceedsOwnRights()
}

/**
 * Requires that the caller may grant every role that the identity provider's users hold. The provider signs in as any
 * user of its domains, and new users get its roles, so a caller who chooses the provider could become any of them.
 */
export const assertMayTrust = async (
  call: SignedRequest,
  connection: Trusted,
  domains: readonly string[],
): Promise<void> => {
  const { ports, auth } = call
  await assertOwnVoucher(auth)
  const { tenantId } = connection
  const members = await membersUnder(call, connection, domains)
  await assertNoSuperUser(call, members)
  const held = [...(await roleIdsByMember(ports.store, tenantId, members)).values()].flat()
  const base = idsOf(connection.roleIds).length > 0 ? [] : await defaultRoleIds(ports, tenantId)
  await assertMayGrantIds(ports, auth, [...new Set([...held, ...base, ...mappedRoleIds(connection)])])
}

/**
 * Returns whether a caller could vouch for a connection. Other callers who may change it leave its guarantor unchanged.
 */
export const mayTrust = (...given: Parameters<typeof assertMayTrust>): Promise<boolean> =>
  passes(assertMayTrust(...given))

/** Requires that roles which are new in a save are roles of the account that the caller may grant. */
export const assertMayMap = async (
  { ports, auth }: SignedRequest,
  before: Pick<SsoConnectionRecord, 'roleIds' | 'groups'> | undefined,
  after: Pick<SsoConnectionRecord, 'roleIds' | 'groups'>,
): Promise<void> => {
  const known = new Set(before ? mappedRoleIds(before) : [])
  const added = [...new Set(mappedRoleIds(after))].filter((id) => !known.has(id))
  if (added.length > 0) await assignableRoles(ports, auth, added)
}
