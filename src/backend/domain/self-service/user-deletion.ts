import { normalizeEmail } from '../../../rules/email.ts'
import type { SignedRequest } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import { text } from '../../call/read.ts'
import { badRequest, conflict } from '../../call/refusal.ts'
import type { Ports, TransactionPorts } from '../../ports.ts'
import type { DeletionRecord, MemberRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { GRACE_MS, keepSecret, spendTicket } from '../base/tickets.ts'
import { assertUserConfirmed } from '../identity/access/confirm-user.ts'
import { assertOwnSignIn } from '../identity/access/recent-proof.ts'
import { type MailedLink, openLink, viewLink } from '../identity/credentials/mailed-links.ts'
import { presentUser, reasonToStay, type StayReason } from '../identity/lockout-guard/administrator-stays.ts'
import type { Present } from '../identity/lockout-guard/ip.ts'
import { reportingLeftAlone } from '../identity/lockout-guard/report-left-alone.ts'
import { recordUserDeletion } from '../identity/members/deletion-events.ts'
import { primaryTenantOf } from '../identity/members/subject-events.ts'
import { lockTenant } from '../identity/roles/administrators.ts'
import { endAllSessions } from '../identity/sessions/end-session.ts'
import { postWith } from '../mail/mails.ts'
import { userDeletionMail, userRestoredMail } from '../mail/self-service-mails.ts'

const REASONS: Readonly<Record<StayReason, (name: string) => string>> = {
  'only-administrator': (name) =>
    `You’re the only administrator of ${name}. Make another member an administrator first.`,
  'only-way-in': (name) =>
    `No other administrator of ${name} could sign in. Make sure that another administrator can sign in first.`,
}

/**
 * Returns why an account needs the user, or `undefined` if it doesn't. An account without other members is deleted with
 * the user.
 */
const needOf = async (
  ports: TransactionPorts,
  member: MemberRecord,
  present: Present | undefined,
): Promise<string | undefined> => {
  const { store } = ports
  const { tenantId, userId } = member
  const name = (await store.tenants.get(tenantId))?.name ?? 'an account'
  const others = await store.members.count({ tenantId, activated: true, userId: { not: userId } })
  if (others > 0) {
    const reason = await reasonToStay(ports, member, { roleIds: [], present })
    return reason && REASONS[reason](name)
  }
  const hasChildren = await store.accountLinks.find({ ancestorId: tenantId, depth: 1 })
  return hasChildren ? `${name} has sub-accounts. Delete or move them first.` : undefined
}

interface Scheduled {
  deletion: DeletionRecord
  /** Emails administrators about sub-accounts that were left without one. */
  finish(): Promise<unknown>
}

/** Reports the sub-accounts that lose their last administrator with the user, for each account of theirs. */
const reportLosses = async (
  { ports, auth, caller }: SignedRequest,
  store: Collections,
  places: readonly MemberRecord[],
) => {
  const losing = places.map((member) => ({ member, roleIds: [] }))
  const reports = await Promise.all(
    places.map(({ tenantId }) => reportingLeftAlone(ports, caller, { tenantId, losing, actor: auth.user })),
  )
  for (const report of reports) await report.before(store)
  return () => Promise.all(reports.map((report) => report.after()))
}

/**
 * Returns the user's memberships, read after their accounts are locked: a concurrent change may make them the last
 * administrator. The accounts are locked in one order, so that two deletions don't wait for each other.
 */
const lockedPlaces = async (store: Collections, userId: string, now: number): Promise<MemberRecord[]> => {
  const mine = { userId, activated: true }
  const tenantIds = (await store.members.listFields(mine, ['tenantId'])).map(({ tenantId }) => tenantId)
  for (const tenantId of tenantIds.sort()) await lockTenant(store, tenantId, now)
  return store.members.list(mine)
}

interface Restore {
  /** The ticket of the link that restores the user. */
  ticketId: string
  now: number
  keep(store: Collections): Promise<void>
}

const schedule = (call: SignedRequest, { ticketId, now, keep }: Restore): Promise<Scheduled> =>
  call.ports.store.transaction(async (store) => {
    const { ports, auth, caller, audit: write } = call
    const { user } = auth
    const present = presentUser({ auth, caller })
    const places = await lockedPlaces(store, user.id, now)
    if (places.some(({ directoryId }) => directoryId !== null)) {
      throw conflict('Your company directory manages your user. Ask your administrator to delete it.').as(
        'managed-elsewhere',
      )
    }
    const needs: string[] = []
    for (const member of places) {
      const need = await needOf({ ...ports, store }, member, present)
      if (need) needs.push(need)
    }
    if (needs.length > 0) throw conflict(needs.join(' '))
    const request = { kind: 'user', requestedById: user.id, requestedByEmail: user.email } as const
    const deletion = { ...request, id: user.id, dueAt: now + GRACE_MS, createdAt: now }
    await store.deletions.insert(deletion)
    const finish = await reportLosses(call, store, places)
    // This ends every way to sign in at once, API tokens included, and removes the user from the counts of
    // administrators.
    await store.members.update({ userId: user.id, disabledAt: null }, { disabledAt: now })
    await store.tickets.delete({ userId: user.id, purpose: { not: 'email-undo' }, id: { not: ticketId } })
    await endAllSessions(store, user.id, now)
    await recordUserDeletion(ports, store, { change: 'deletionRequested', deletion, actorId: user.id })
    await write({
      inside: store,
      action: 'User deletion requested',
      resource: 'Users',
      severity: 'High',
      description: 'Requested to delete the own user account; all sessions were ended',
      detail: { dueAt: new Date(deletion.dueAt).toISOString() },
    })
    await keep(store)
    return { deletion, finish }
  })

/** Signs the user out everywhere and schedules their deletion after the grace period. */
export const scheduleUserDeletion = async (
  call: SignedRequest,
  body: { email: unknown; password?: unknown },
): Promise<DeletionRecord> => {
  const { ports, auth } = call
  await assertOwnSignIn(call)
  await assertUserConfirmed(call, body.password)
  if (normalizeEmail(text(body.email, 'email', 320)) !== auth.user.email) {
    throw badRequest('Enter your own email to confirm.')
  }
  const { id: userId } = auth.user
  const now = ports.clock.now()
  const token = ports.random.token(32)
  const facts = { purpose: 'user-restore', userId, tenantId: null, lifeMs: GRACE_MS } as const
  const { id: ticketId } = await keepSecret(ports, token, facts)
  const mail = userDeletionMail(ports, { ...auth.user, userId, token }, now + GRACE_MS)
  const { deletion, finish } = await postWith(ports, [mail], (keep) => schedule(call, { ticketId, now, keep }))
  await finish()
  return deletion
}

/** Cancels a deletion in the caller's transaction. Returns `false` if none was scheduled. */
export const liftDeletion = async (ports: Ports, store: Collections, userId: string): Promise<boolean> => {
  const deletion = await store.deletions.find({ id: userId, kind: 'user' })
  if (!deletion || !(await store.deletions.delete({ id: userId, dueAt: deletion.dueAt }))) return false
  // Memberships that a directory disabled, before or since, stay disabled.
  await store.members.update({ userId, directoryId: null, disabledAt: deletion.createdAt }, { disabledAt: null })
  await recordUserDeletion(ports, store, { change: 'deletionCanceled', deletion, actorId: userId })
  return true
}

type Link = Omit<MailedLink, 'purpose'>

/** Returns the user of a link that cancels their deletion, without using the link. */
export const viewRestore = async (call: { ports: Ports; caller: Caller }, link: Link): Promise<UserRecord> =>
  (await viewLink(call, { ...link, purpose: 'user-restore' })).user

export const restoreUser = async (call: { ports: Ports; caller: Caller }, link: Link): Promise<UserRecord> => {
  const { ports, caller } = call
  const { ticket, user } = await openLink(call, { ...link, purpose: 'user-restore' })
  await postWith(ports, [userRestoredMail(ports, user)], (keep) =>
    ports.store.transaction(async (store) => {
      await spendTicket(store, ticket, ports.clock.now())
      await liftDeletion(ports, store, user.id)
      await audit({ ...ports, store }, caller, {
        tenantId: await primaryTenantOf(store, user),
        user,
        action: 'User restored',
        resource: 'Users',
        severity: 'Medium',
        description: 'Canceled the deletion of the own user account by a mailed link',
      })
      await keep(store)
    }),
  )
  return user
}
