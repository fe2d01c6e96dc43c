import type { SsoAdministrator, SsoEnforcementEffect, SsoEnforcementFields } from '../../../../contract/sso.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { badRequest, conflict } from '../../../call/refusal.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { hasEvery, idsOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { isReady } from '../../identity/access/required-sso.ts'
import { evaluateEffect } from '../../identity/lockout-guard/effect.ts'
import { saveSafely } from '../../identity/lockout-guard/guard.ts'
import { requirementsOf } from '../../identity/lockout-guard/sso.ts'
import { subjectsOf } from '../../identity/lockout-guard/subjects.ts'
import { recordSsoEnforcement } from '../../identity/members/record-changes.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'
import { domainsOf, validatedDomains } from './connection-shape.ts'
import { EMPTY_SETUP, saveSetup } from './setups.ts'
import { assertMayTrust } from './trust.ts'

const MAX_SHOWN = 100

/** Returns the effect of requiring single sign-on, and how each administrator could sign in then. */
export const checkEnforcement = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  fields: SsoEnforcementFields,
): Promise<SsoEnforcementEffect> => {
  const value = { connectionId: connection.id, ...fields }
  const { effect, standings } = await evaluateEffect(call, { kind: 'sso', value })
  const { required, atDomain } = await requirementsOf(call, value)
  const administrators = standings
    .filter(({ subject }) => subject.isAdministrator)
    .map(({ subject: { user, member }, returns }): SsoAdministrator => {
      const wayIn = required(user).length > 0 ? 'sso' : 'other'
      const { id, email } = user
      const isAtDomain = atDomain(user).includes(connection.id)
      return { id, email, name: member.name, wayIn: returns ? wayIn : 'none', isAtDomain }
    })
    .sort((one, other) => Number(one.wayIn !== 'none') - Number(other.wayIn !== 'none'))
  const exemptMembers = standings
    .filter(({ subject: { isAdministrator, user } }) => !isAdministrator && fields.exemptUserIds.includes(user.id))
    .map(({ subject: { user, member } }) => ({ id: user.id, email: user.email, name: member.name }))
  return { effect, administrators: administrators.slice(0, MAX_SHOWN), exemptMembers }
}

const assertCanBind = async ({ ports }: SignedRequest, connection: SsoConnectionRecord): Promise<void> => {
  const domains = await ports.store.ssoDomains.count({ connectionId: connection.id, validated: true })
  if (!isReady(connection) || domains === 0) {
    throw badRequest('Turn on this connection and verify a domain before you require it.')
  }
}

const assertMembers = async ({ ports, auth }: SignedRequest, ids: readonly string[]): Promise<void> => {
  const where = { tenantId: auth.tenantId, activated: true, userId: { in: ids } }
  const found = await ports.store.members.list(where)
  const known = found.map(({ userId }) => ({ id: userId }))
  if (!hasEvery(known, ids)) throw badRequest('exemptUserIds must name users of this account')
}

/**
 * Saves whether single sign-on is required.
 *
 * @throws Refusal 409 when it would lock out the last administrator, or the caller without a confirmation
 */
export const saveEnforcement = async (
  call: SignedRequest,
  connection: SsoConnectionRecord,
  fields: SsoEnforcementFields,
): Promise<void> => {
  const { ports, audit } = call
  const { enforced, exemptUserIds } = fields
  if (enforced) await assertCanBind(call, connection)
  const before = (await ports.store.ssoSetups.get(connection.id)) ?? EMPTY_SETUP
  const known = idsOf(before.exemptUserIds)
  const added = exemptUserIds.filter((id) => !known.includes(id))
  // Users who have left in the meantime must not prevent the list from being saved.
  await assertMembers(call, added)
  if (!enforced || added.length > 0) await assertMayRelease(call, connection)
  // The setup is created before the transaction, because the whole transaction would fail if another request inserted
  // it first.
  if (before === EMPTY_SETUP) await saveSetup(ports, connection, {})
  const value = { connectionId: connection.id, ...fields }
  await saveSafely(call, { kind: 'sso', value }, async (store) => {
    await saveSetup({ ...ports, store }, connection, { enforced, exemptUserIds: JSON.stringify(exemptUserIds) })
    await recordSsoEnforcement(call, store, connection, fields)
    await audit({
      inside: store,
      action: enforced ? 'Single sign-on required' : 'Single sign-on no longer required',
      resource: 'SSO',
      severity: 'High',
      description: enforced
        ? 'Users of the verified domains must sign in through an SSO connection'
        : 'Users of the verified domains may sign in in any way',
      detail: {
        connectionId: connection.id,
        ...beforeAndAfter({ enforced: before.enforced, exemptUserIds: known }, { enforced, exemptUserIds }),
      },
    })
  })
}

export const isEnforced = async (store: Collections, { id }: Pick<SsoConnectionRecord, 'id'>): Promise<boolean> =>
  (await store.ssoSetups.get(id))?.enforced === true

/**
 * Requires that the caller ranks with everyone who must sign in through a required connection, before it is required of
 * fewer users, because the others could then sign in with a weaker method.
 *
 * @throws Refusal 403
 */
export const assertMayRelease = async (call: SignedRequest, connection: SsoConnectionRecord): Promise<void> => {
  const { store } = call.ports
  if (!connection.enabled || !(await isEnforced(store, connection))) return
  await assertMayTrust(call, connection, validatedDomains(await domainsOf(store, connection.id)))
}

const NO_OTHER_WAY_IN =
  'Single sign-on is required, and a mistake here would lock out every administrator. Exempt an administrator first.'

const hasOtherWayIn = async (ports: TransactionPorts, tenantId: string): Promise<boolean> =>
  (await subjectsOf(ports, tenantId)).some(({ isAdministrator, canSignIn }) => isAdministrator && canSignIn)

/**
 * Requires another way in for administrators, after a change of what a required connection trusts. Settings that no
 * sign-in has used yet don't count as a way in.
 */
export const assertOtherWayIn = async (ports: TransactionPorts, tenantId: string): Promise<void> => {
  if (!(await hasOtherWayIn(ports, tenantId))) throw conflict(NO_OTHER_WAY_IN).as('last-administrator')
}

/**
 * Ensures that administrators can still sign in if a connection ends or gives up a domain. Its users are sent to
 * another connection, which must not lock out the last administrator if it is required too. Call it in the transaction
 * of the change.
 */
export const keepingWayBack = async <Result>(
  ports: TransactionPorts,
  { id, tenantId }: Pick<SsoConnectionRecord, 'id' | 'tenantId'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  await lockTenant(ports.store, tenantId, ports.clock.now())
  const isOtherRequired = (await ports.store.ssoSetups.count({ tenantId, enforced: true, id: { not: id } })) > 0
  const had = isOtherRequired && (await hasOtherWayIn(ports, tenantId))
  const result = await work()
  if (had) await assertOtherWayIn(ports, tenantId)
  return result
}
