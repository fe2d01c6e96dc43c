import type { Guarantee } from '../../../../entities/guarantee.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord } from '../../../store/records.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { assertRecentProof } from '../../identity/access/recent-proof.ts'
import {
  assertMaySucceed,
  assessGuarantee,
  type Guarantees,
  type Interrupted,
  type Subject,
} from '../../identity/guarantor/guarantee.ts'
import { guarantorIdsOf, namedBy, type Reading } from '../../identity/guarantor/guarantor.ts'
import { ownerIdOf } from '../../identity/guarantor/guarantor-id.ts'
import { recordProvisioning } from '../../identity/members/record-changes.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'

/** Returns the members that a directory manages, and the roles that it grants. */
const subjectOf = async ({ store }: Reading, { id, tenantId }: DirectoryConnectionRecord): Promise<Subject> => {
  const members = await store.members.list({ tenantId, directoryId: id })
  const roles = await store.roles.list({ tenantId: { in: [tenantId, null] }, isDefault: true })
  return { tenantId, members, roleIds: roles.map((role) => role.id) }
}

const assessDirectory = async (reading: Reading, connection: DirectoryConnectionRecord) => {
  const { ownerId: guarantorId, syncToUserManagement: hasEffect } = connection
  return assessGuarantee(reading, { guarantorId, hasEffect }, await subjectOf(reading, connection))
}

/**
 * Returns who vouches for a directory, and whether someone must confirm it. A directory that is only recorded has no
 * effect, so no one must confirm it.
 */
export const guaranteeOfDirectory = async (
  reading: Reading,
  connection: DirectoryConnectionRecord,
): Promise<Guarantee> => (await assessDirectory(reading, connection)).found

const confirm = async (call: SignedRequest, id: string): Promise<void> => {
  const { ports, auth } = call
  const { tenantId } = auth
  await assertRecentProof(call)
  const ownerId = await ownerIdOf(auth)
  await ports.store.transaction(async (store) => {
    await lockTenant(store, tenantId, ports.clock.now())
    const reading = { ...ports, store }
    const connection = await store.directoryConnections.find({ id, tenantId })
    if (!connection) throw notFound('This provisioning connection doesn’t exist')
    const subject = await subjectOf(reading, connection)
    await assertMaySucceed(reading, { guarantorId: connection.ownerId, successorId: ownerId }, subject)
    await store.directoryConnections.update({ id, tenantId }, { ownerId })
    await recordProvisioning(call, store, connection, 'updated')
    await call.audit({
      inside: store,
      action: 'Provisioning connection confirmed',
      resource: 'Provisioning',
      severity: 'High',
      description: `Vouched for a provisioning connection: ${connection.name}`,
      detail: { connectionId: id, ...beforeAndAfter({ ownerId: connection.ownerId }, { ownerId }) },
    })
  })
}

const interrupted = async (ports: Ports, tenantId: string): Promise<Interrupted[]> => {
  const found: Interrupted[] = []
  for (const connection of await ports.store.directoryConnections.list({ tenantId })) {
    const { id, name, ownerId: guarantorId } = connection
    const { found: guarantee, exceeding, uses } = await assessDirectory(ports, connection)
    const exceedingIds = exceeding.map(({ userId }) => userId)
    if (guarantee.problem)
      found.push({ kind: 'directory', id, name, guarantorId, problem: guarantee.problem, exceedingIds, uses })
  }
  return found
}

export const directoryGuarantees: Guarantees = {
  kind: 'directory',
  permission: 'fe.secure.write.provisioningConfiguration',
  interrupted,
  list: async (ports, members) => {
    const { tenantId } = members
    const ids = await guarantorIdsOf(ports, members)
    return (await ports.store.directoryConnections.list({ tenantId })).flatMap(({ id, name, ownerId }) => {
      const userId = ids.get(namedBy(ownerId).userId)
      return userId === undefined ? [] : [{ kind: 'directory' as const, id, name, userId }]
    })
  },
  confirm,
}
