import type { TenantDeletion } from '../../../contract/accounts.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { text } from '../../call/read.ts'
import { badRequest, conflict, notFound } from '../../call/refusal.ts'
import type { Mail, Ports } from '../../ports.ts'
import type { DeletionRecord, MemberRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { accountFormats, dayOf } from '../base/account-dates.ts'
import { GRACE_MS } from '../base/tickets.ts'
import { assertOwnUser, assertUserConfirmed } from '../identity/access/confirm-user.ts'
import { recordTenantDeletion } from '../identity/members/deletion-events.ts'
import { lockTenant } from '../identity/roles/administrators.ts'
import { OPERATOR_ID } from '../identity/tenants/account-tree.ts'
import { post } from '../mail/mails.ts'
import { tenantDeletionMail, tenantKeptMail } from '../mail/self-service-mails.ts'

export const shownDeletion = (deletion: DeletionRecord | undefined): TenantDeletion => ({
  deletesAt: deletion ? new Date(deletion.dueAt).toISOString() : null,
  requestedBy: deletion?.requestedByEmail ?? null,
})

/**
 * Notifies members, who would otherwise lose their account without notice. It never rejects, because no caller awaits
 * it.
 */
const notifyMembers = async (ports: Ports, tenantId: string, mailTo: (member: MemberRecord) => Mail): Promise<void> => {
  try {
    const members = await ports.store.members.list({ tenantId, activated: true, disabledAt: null })
    for (const member of members) await post(ports, mailTo(member))
  } catch (error) {
    ports.log.error('Members could not be notified of the deletion of their account', error)
  }
}

export const hasSubAccounts = async (store: Collections, tenantId: string): Promise<boolean> =>
  (await store.accountLinks.find({ ancestorId: tenantId, depth: 1 })) !== undefined

const SUB_ACCOUNTS = 'This account has sub-accounts. Delete or move them first'

const schedule = (call: SignedRequest, tenantName: string): Promise<DeletionRecord> => {
  const { ports, auth } = call
  const { tenantId: id, user } = auth
  return ports.store.transaction(async (store) => {
    const now = ports.clock.now()
    await lockTenant(store, id, now)
    if (await hasSubAccounts(store, id)) throw conflict(SUB_ACCOUNTS)
    if (await store.deletions.get(id)) throw conflict('This account is about to be deleted already.')
    const request = { kind: 'tenant', requestedById: user.id, requestedByEmail: user.email } as const
    const deletion = await store.deletions.insert({ ...request, id, dueAt: now + GRACE_MS, createdAt: now })
    await recordTenantDeletion(ports, store, { change: 'deletionRequested', deletion, actorId: user.id })
    await call.audit({
      inside: store,
      action: 'Account deletion requested',
      resource: 'Account',
      severity: 'Critical',
      description: `Requested to delete the account ${tenantName}`,
      detail: { dueAt: new Date(deletion.dueAt).toISOString() },
    })
    return deletion
  })
}

/** Schedules the deletion of the account after the grace period; until then the account stays unchanged. */
export const scheduleTenantDeletion = async (
  call: SignedRequest,
  body: { name: unknown; password?: unknown },
): Promise<DeletionRecord> => {
  const { ports, auth } = call
  await assertUserConfirmed(call, body.password)
  const tenant = await ports.store.tenants.get(auth.tenantId)
  if (!tenant) throw notFound("This account doesn't exist")
  if (tenant.id === OPERATOR_ID) throw conflict("The operator account can't be deleted")
  if (text(body.name, 'name').trim() !== tenant.name.trim())
    throw badRequest('Enter the name of the account to confirm.')
  const deletion = await schedule(call, tenant.name)
  const dueOn = dayOf(deletion.dueAt, accountFormats(tenant))
  const notice = { tenantName: tenant.name, requestedBy: auth.user.email, dueOn }
  void notifyMembers(ports, tenant.id, (member) => tenantDeletionMail(ports, member, notice))
  return deletion
}

export const cancelTenantDeletion = async (call: SignedRequest): Promise<void> => {
  const { ports, auth } = call
  assertOwnUser(call)
  await ports.store.transaction(async (store) => {
    const deletion = await store.deletions.find({ id: auth.tenantId, kind: 'tenant' })
    if (!deletion || !(await store.deletions.delete({ id: deletion.id, dueAt: deletion.dueAt }))) {
      throw notFound("This account isn't about to be deleted")
    }
    await recordTenantDeletion(ports, store, { change: 'deletionCanceled', deletion, actorId: auth.user.id })
    await call.audit({
      inside: store,
      action: 'Account deletion canceled',
      resource: 'Account',
      severity: 'High',
      description: 'Canceled the deletion of the account',
    })
  })
  const tenant = await ports.store.tenants.get(auth.tenantId)
  void notifyMembers(ports, auth.tenantId, (member) => tenantKeptMail(ports, member, tenant?.name ?? ''))
}
