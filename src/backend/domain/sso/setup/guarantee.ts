import type { Guarantee } from '../../../../entities/guarantee.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { MemberRecord, SsoConnectionRecord } from '../../../store/records.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { succeedingGuarantorId } from '../../identity/access/connection-guarantor.ts'
import {
  assertMaySucceed,
  assessGuarantee,
  type Guarantees,
  type Interrupted,
  type Subject,
} from '../../identity/guarantor/guarantee.ts'
import {
  assertOwnVoucher,
  guarantorIdsOf,
  guarantorOf,
  namedBy,
  type Reading,
} from '../../identity/guarantor/guarantor.ts'
import { type AccountRights, accountRights, exceeds } from '../../identity/guarantor/rights.ts'
import { recordSsoConnectionChange } from '../../identity/members/record-changes.ts'
import { lockTenant, namesAnyOf } from '../../identity/roles/administrators.ts'
import { affectedAdministrators, countWithoutOwnProof, maySeeNames } from './affected-administrators.ts'
import { domainsOf, mappedRoleIds, validatedDomains } from './connection-shape.ts'
import { takeTrustChange } from './trust-changes.ts'

type Connection = Pick<
  SsoConnectionRecord,
  'id' | 'tenantId' | 'guarantorId' | 'enabled' | 'roleIds' | 'groups' | 'skipEmailDomainValidation'
>

/** Returns all members of the account with an administrator's role, directly or through a group. */
const administratorsIn = async (
  { store }: Reading,
  tenantId: string,
  { roleIds, groupIds }: AccountRights,
): Promise<MemberRecord[]> => {
  const direct = roleIds.length ? await store.members.list({ tenantId, roleIds: namesAnyOf(roleIds) }) : []
  const inGroups = groupIds.length ? await store.members.list({ tenantId, groupIds: namesAnyOf(groupIds) }) : []
  return [...new Map([...direct, ...inGroups].map((member) => [member.id, member])).values()]
}

/** Returns the administrators that a connection can sign in as, and the roles that it grants. */
const subjectOf = async (reading: Reading, connection: Connection, rights: AccountRights): Promise<Subject> => {
  const { store } = reading
  const { id, tenantId, skipEmailDomainValidation } = connection
  const domains = validatedDomains(await domainsOf(store, id))
  const administrators = await administratorsIn(reading, tenantId, rights)
  const members = administrators.filter(
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
const assessConnection = (reading: Reading, { guarantorId, enabled: hasEffect }: Connection, subject: Subject) =>
  assessGuarantee(reading, { guarantorId, hasEffect }, subject)

/**
 * Names the administrators whom a connection refuses, to callers who may see the members of the account. Also counts
 * those who could get more rights and have nothing of their own to prove, for the page of the connection.
 */
export const shownGuarantee = async (
  { ports, auth }: Pick<SignedRequest, 'ports' | 'auth'>,
  connection: Connection,
): Promise<Guarantee> => {
  const rights = await accountRights(ports.store, connection.tenantId)
  const subject = await subjectOf(ports, connection, rights)
  const { found, guarantor, exceeding } = await assessConnection(ports, connection, subject)
  if (!connection.enabled) return found
  const members = (await maySeeNames(auth)) ? exceeding : []
  const administrators = await affectedAdministrators(ports, connection, { members, guarantor })
  const highest = rights.administrative({ roleIds: JSON.stringify(rights.roleIds), groupIds: null })
  const limited = subject.members.filter((member) => exceeds(highest, rights.administrative(member)))
  return {
    ...found,
    ...(administrators.length > 0 && { administrators }),
    withoutOwnProof: await countWithoutOwnProof(ports, limited),
  }
}

const confirm = async (call: SignedRequest, id: string): Promise<void> => {
  const { ports, auth } = call
  const { tenantId } = auth
  await assertOwnVoucher(auth)
  if (!(await ports.store.ssoConnections.count({ id, tenantId }))) throw notFound('This SSO connection was not found')
  await takeTrustChange(call)
  await ports.store.transaction(async (store) => {
    await lockTenant(store, tenantId, ports.clock.now())
    const reading = { ...ports, store }
    const connection = await store.ssoConnections.find({ id, tenantId })
    if (!connection) throw notFound('This SSO connection was not found')
    const guarantorId = await succeedingGuarantorId(reading, auth, connection)
    const subject = await subjectOf(reading, connection, await accountRights(store, tenantId))
    const change = { guarantorId: connection.guarantorId, successorId: guarantorId, within: [id] }
    await assertMaySucceed(reading, change, subject)
    await store.ssoConnections.update({ id, tenantId }, { guarantorId })
    await recordSsoConnectionChange(call, store, connection, {
      action: 'SSO connection confirmed',
      description: 'Vouched for an SSO connection, which signs in administrators with at most the same rights',
      detail: {
        connectionId: id,
        ...beforeAndAfter({ guarantorId: connection.guarantorId }, { guarantorId }),
      },
    })
  })
}

const interrupted = async (ports: Ports, tenantId: string): Promise<Interrupted[]> => {
  const setups = await ports.store.ssoSetups.list({ tenantId })
  const connections = await ports.store.ssoConnections.list({ tenantId, enabled: true })
  if (connections.length === 0) return []
  const rights = await accountRights(ports.store, tenantId)
  const interruptions: Interrupted[] = []
  for (const connection of connections) {
    const { id, guarantorId } = connection
    const subject = await subjectOf(ports, connection, rights)
    const { found, guarantor, exceeding: members, uses } = await assessConnection(ports, connection, subject)
    const { problem } = found
    if (!problem) continue
    const name = setups.find((setup) => setup.id === id)?.name ?? ''
    const administrators = await affectedAdministrators(ports, connection, { members, guarantor })
    const exceedingIds = members.map(({ userId }) => userId)
    interruptions.push({ kind: 'sso-connection', id, name, guarantorId, problem, exceedingIds, administrators, uses })
  }
  return interruptions
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
      const userId = ids.get(namedBy(guarantorId ?? standIn ?? '').userId)
      const name = setups.find((setup) => setup.id === id)?.name ?? ''
      return userId === undefined ? [] : [{ kind: 'sso-connection' as const, id, name, userId }]
    })
  },
  confirm,
}
