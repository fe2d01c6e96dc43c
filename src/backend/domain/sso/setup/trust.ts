import type { SignedRequest } from '../../../call/auth.ts'
import { passes } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { assertOwnVoucher } from '../../identity/guarantor/guarantor.ts'
import { findSuperUsers } from '../../identity/guarantor/rights.ts'
import { assertMayGrantIds, assignableRoles, exceedsOwnRights } from '../../identity/roles/granting.ts'
import { roleIdsByMember } from '../../identity/roles/grants.ts'
import { actsAsStaff } from '../../identity/roles/rank.ts'
import { defaultRoleIds } from '../../identity/team/invite-link.ts'
import { mappedRoleIds } from './connection-shape.ts'

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
