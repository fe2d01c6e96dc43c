import type { SignedRequest } from '../../call/auth.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../store/records.ts'
import { defaultRoleIds } from '../members/invite-link.ts'
import { assertMayGrantIds, assignableRoles } from '../roles/granting.ts'
import { idsOf, roleIdsByMember } from '../roles/grants.ts'
import { mappedRoleIds } from './connection-shape.ts'

type Trusted = Pick<SsoConnectionRecord, 'id' | 'tenantId' | 'roleIds' | 'groups' | 'skipEmailDomainValidation'>

/** Members that the identity provider of a connection can sign in as. */
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
 * An identity provider signs in as any user of its domains, and new users get its roles. A caller who chooses the provider
 * could become any of them, so the caller must be allowed to grant every role that they hold.
 */
export const assertMayTrust = async (
  call: SignedRequest,
  connection: Trusted,
  domains: readonly string[],
): Promise<void> => {
  const { ports, auth } = call
  const { tenantId } = connection
  const members = await membersUnder(call, connection, domains)
  const held = [...(await roleIdsByMember(ports.store, tenantId, members)).values()].flat()
  const base = idsOf(connection.roleIds).length > 0 ? [] : await defaultRoleIds(ports, tenantId)
  await assertMayGrantIds(ports, auth, [...new Set([...held, ...base, ...mappedRoleIds(connection)])])
}

/** Roles that a save names for the first time must be roles of the account that the caller may give. */
export const assertMayMap = async (
  { ports, auth }: SignedRequest,
  before: Pick<SsoConnectionRecord, 'roleIds' | 'groups'> | undefined,
  after: Pick<SsoConnectionRecord, 'roleIds' | 'groups'>,
): Promise<void> => {
  const known = new Set(before ? mappedRoleIds(before) : [])
  const added = [...new Set(mappedRoleIds(after))].filter((id) => !known.has(id))
  if (added.length > 0) await assignableRoles(ports, auth, added)
}
