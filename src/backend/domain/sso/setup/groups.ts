import type { SsoGroup } from '../../../../entities/sso.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { textList } from '../../../call/read.ts'
import { badRequest, conflict, notFound, passes } from '../../../call/refusal.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { succeedingGuarantorId } from '../../identity/access/connection-guarantor.ts'
import { recordSsoConnectionChange } from '../../identity/members/record-changes.ts'
import { assignableRoles } from '../../identity/roles/granting.ts'
import { groupNameOf } from './connection-fields.ts'
import { domainsOf, groupsOf, validatedDomains } from './connection-shape.ts'
import { mayTrust } from './trust.ts'
import { announceTrust, takeTrustChange } from './trust-changes.ts'

const MAX_GROUPS = 500

interface GivenGroup {
  group?: unknown
  roleIds?: unknown
}

type Change = (groups: SsoGroup[]) => SsoGroup[]

const assertFit = (groups: readonly SsoGroup[]): void => {
  const names = groups.map(({ group }) => group)
  if (new Set(names).size < names.length) throw conflict('This group is already mapped.')
  if (names.length > MAX_GROUPS) throw badRequest(`A connection can map up to ${MAX_GROUPS} groups.`)
}

/**
 * Saves a change of the groups. Front ends save several groups at the same moment, so each change waits for its turn
 * and starts from the stored groups.
 */
const saveGroups = async (call: SignedRequest, connection: SsoConnectionRecord, change: Change): Promise<void> => {
  const { ports } = call
  if (connection.enabled) await takeTrustChange(call)
  const { id } = connection
  const isGuarantor =
    (await mayTrust(call, connection, validatedDomains(await domainsOf(ports.store, id)))) &&
    (await passes(succeedingGuarantorId(ports, call.auth, connection)))
  const guarantor = isGuarantor ? { guarantorId: await succeedingGuarantorId(ports, call.auth, connection) } : {}
  await ports.store.transaction(async (store) => {
    await store.ssoConnections.update({ id }, { updatedAt: ports.clock.now() })
    const stored = await store.ssoConnections.get(id)
    if (!stored) throw notFound('This SSO connection was not found')
    const before = groupsOf(stored)
    const after = change(before)
    assertFit(after)
    await store.ssoConnections.update({ id }, { groups: JSON.stringify(after), ...guarantor })
    await recordSsoConnectionChange(call, store, stored, {
      action: 'SSO group mapping changed',
      description: 'Changed the roles that groups of an SSO connection get',
      detail: { connectionId: id, ...beforeAndAfter(before, after) },
    })
  })
  if (connection.enabled) await announceTrust(call, connection)
}

const read = async ({ ports, auth }: SignedRequest, given: GivenGroup): Promise<Omit<SsoGroup, 'id'>> => {
  const roleIds = [...new Set(textList(given.roleIds ?? [], 'roleIds'))]
  await assignableRoles(ports, auth, roleIds)
  return { group: groupNameOf(given.group), roleIds }
}

export const addGroup = async (call: SignedRequest, connection: SsoConnectionRecord, given: GivenGroup) => {
  const added = { id: call.ports.random.uuid(), ...(await read(call, given)) }
  await saveGroups(call, connection, (groups) => [...groups, added])
  return {}
}

const assertThere = (groups: readonly SsoGroup[], groupId: string): void => {
  if (!groups.some(({ id }) => id === groupId)) throw notFound('This group was not found')
}

export const changeGroup = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  given: GivenGroup & { id: string },
) => {
  assertThere(groupsOf(connection), given.id)
  const changed = { id: given.id, ...(await read(call, given)) }
  await saveGroups(call, connection, (groups) => {
    assertThere(groups, given.id)
    return groups.map((group) => (group.id === given.id ? changed : group))
  })
  return {}
}

export const removeGroup = async (call: SignedRequest, connection: SsoConnectionRecord, groupId: string) => {
  await saveGroups(call, connection, (groups) => {
    assertThere(groups, groupId)
    return groups.filter(({ id }) => id !== groupId)
  })
  return {}
}
