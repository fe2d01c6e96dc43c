import type { Guarantee } from '../../../../entities/guarantee.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import {
  assertMaySucceed,
  exceedingMembers,
  type Guarantees,
  guaranteeOf,
  type Interrupted,
  type Subject,
} from '../../identity/guarantor/guarantee.ts'
import { assertOwnVoucher, guarantorIdsOf, guarantorOf, type Reading } from '../../identity/guarantor/guarantor.ts'
import { accountRights, exceeds } from '../../identity/guarantor/rights.ts'
import { recordSsoConnectionChange } from '../../identity/members/record-changes.ts'
import { lockTenant, namesAnyOf } from '../../identity/roles/administrators.ts'
import { affectedAdministrators, countWithoutOwnProof } from './affected-administrators.ts'
import { domainsOf, mappedRoleIds, validatedDomains } from './connection-shape.ts'
import { assertMaySucceedByOwnProof } from './trust.ts'
import { takeTrustChange } from './trust-changes.ts'

type Connection = Pick<
  SsoConnectionRecord,
  'id' | 'tenantId' | 'guarantorId' | 'enabled' | 'roleIds' | 'groups' | 'skipEmailDomainValidation'
>

/** Returns all members of the account with an administrator's role, directly or through a group. */
const administratorsIn = async ({ store }: Reading, tenantId: string): Promise<MemberRecord[]> => {
  const { roleIds, groupIds } = await accountRights(store, tenantId)
  const direct = roleIds.length ? await store.members.list({ tenantId, roleIds: namesAnyOf(roleIds) }) : []
  const inGroups = groupIds.length ? await store.members.list({ tenantId, groupIds: namesAnyOf(groupIds) }) : []
  return [...new Map([...direct, ...inGroups].map((member) => [member.id, member])).values()]
}

/** Returns the administrators that a connection can sign in as, and the roles that it grants. */
const subjectOf = async (reading: Reading, connection: Connection): Promise<Subject> => {
  const { store } = reading
  const { id, tenantId, skipEmailDomainValidation } = connection
  const domains = validatedDomains(await domainsOf(store, id))
  const members = (await administratorsIn(reading, tenantId)).filter(
    ({ email }) => skipEmailDomainValidation || domains.some((domain) => email.endsWith(`@${domain}`)),
  )
  const isBased = idsOf(connection.roleIds).length > 0
  const defaults = isBased ? [] : await store.roles.list({ tenantId: { in: [tenantId, null] }, isDefault: true })
  return { tenantId, members, roleIds: [...defaults.map((role) => role.id), ...new Set(mappedRoleIds(connection))] }
}

/**
 * Returns who vouches for a connection, and whether someone must confirm it, which a connection that is off doesn't
 * need.
 */
export const guaranteeOfConnection = async (reading: Reading, connection: Connection): Promise<Guarantee> => {
  const { guarantorId, enabled: hasEffect } = connection
  const subject = await subjectOf(reading, connection)
  const found = await guaranteeOf(reading, { guarantorId, hasEffect }, subject)
  if (!hasEffect || found.exceeding === 0) return found
  const exceeding = await exceedingMembers(reading, guarantorId, subject)
  return { ...found, administrators: await affectedAdministrators(reading, connection, exceeding) }
}

/**
 * Also counts the administrators who could get more rights and have nothing of their own to prove, for the page of the
 * connection.
 */
export const shownGuarantee = async (reading: Reading, connection: Connection): Promise<Guarantee> => {
  const found = await guaranteeOfConnection(reading, connection)
  if (!connection.enabled) return found
  const { tenantId, members } = await subjectOf(reading, connection)
  const { administrative, roleIds } = await accountRights(reading.store, tenantId)
  const highest = administrative({ roleIds: JSON.stringify(roleIds), groupIds: null })
  const limited = members.filter((member) => exceeds(highest, administrative(member)))
  return { ...found, withoutOwnProof: await countWithoutOwnProof(reading, limited) }
}

const confirm = async (call: SignedRequest, id: string): Promise<void> => {
  const { ports, auth } = call
  const { tenantId, user } = auth
  await assertOwnVoucher(auth)
  if (!(await ports.store.ssoConnections.count({ id, tenantId }))) throw notFound('This SSO connection was not found')
  await takeTrustChange(call)
  await ports.store.transaction(async (store) => {
    await lockTenant(store, tenantId, ports.clock.now())
    const reading = { ...ports, store }
    const connection = await store.ssoConnections.find({ id, tenantId })
    if (!connection) throw notFound('This SSO connection was not found')
    await assertMaySucceedByOwnProof(reading, auth, connection)
    const subject = await subjectOf(reading, connection)
    await assertMaySucceed(reading, { guarantorId: connection.guarantorId, successorId: user.id }, subject)
    await store.ssoConnections.update({ id, tenantId }, { guarantorId: user.id })
    await recordSsoConnectionChange(call, store, connection, {
      action: 'SSO connection confirmed',
      description: 'Vouched for an SSO connection, which signs in administrators with at most the same rights',
      detail: {
        connectionId: id,
        ...beforeAndAfter({ guarantorId: connection.guarantorId }, { guarantorId: user.id }),
      },
    })
  })
}

const interrupted = async (ports: Ports, tenantId: string): Promise<Interrupted[]> => {
  const setups = await ports.store.ssoSetups.list({ tenantId })
  const found: Interrupted[] = []
  for (const connection of await ports.store.ssoConnections.list({ tenantId, enabled: true })) {
    const { id, guarantorId } = connection
    const { problem, exceeding, administrators = [] } = await guaranteeOfConnection(ports, connection)
    const name = setups.find((setup) => setup.id === id)?.name ?? ''
    if (problem) found.push({ kind: 'sso-connection', id, name, guarantorId, problem, exceeding, administrators })
  }
  return found
}

export const connectionGuarantees: Guarantees = {
  kind: 'sso-connection',
  permission: 'fe.secure.write.samlConfiguration',
  interrupted,
  list: async (ports, members) => {
    const { tenantId } = members
    const ids = await guarantorIdsOf(ports, members)
    const all = await ports.store.ssoConnections.list({ tenantId })
    const standIn = all.some(({ guarantorId }) => guarantorId === null)
      ? (await guarantorOf(ports, tenantId, null))?.userId
      : undefined
    const setups = await ports.store.ssoSetups.list({ tenantId })
    return all.flatMap(({ id, guarantorId }) => {
      const userId = ids.get(guarantorId ?? standIn ?? '')
      const name = setups.find((setup) => setup.id === id)?.name ?? ''
      return userId === undefined ? [] : [{ kind: 'sso-connection' as const, id, name, userId }]
    })
  },
  confirm,
}
