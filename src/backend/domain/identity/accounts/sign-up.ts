import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { TenantRecord, UserRecord } from '../../../store/records.ts'
import { type Collections, DuplicateError, unlessDuplicate } from '../../../store/store.ts'
import { emptyHead } from '../../audit/chain.ts'
import { issueTicket } from '../../base/tickets.ts'
import { activationMail, alreadyMemberMail, post } from '../../mail/mails.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { memberRecord } from '../members/members.ts'
import { accountToActivate, eventPorts, recordUserEvent } from '../members/subject-events.ts'
import { assertEmailAccepted } from '../restrictions/email-domains.ts'
import { newUser } from '../team/invitations.ts'
import { type LinkedPlace, placeOfLink } from '../team/invite-link.ts'
import { linkTenant } from '../tenants/account-tree.ts'
import { founderRoleIds } from './reset-account.ts'

export interface SignUpInput {
  email: string
  name: string
  companyName: string
  phone: string | null
  passwordHash: string | null
  metadata: string
  /** The tenant to join by a link; without it, a new one is created. */
  place: LinkedPlace | undefined
}

export const newTenant = (ports: Pick<Ports, 'random' | 'clock'>, name: string): TenantRecord => ({
  id: ports.random.uuid(),
  name,
  parentId: null,
  founderId: null,
  isReseller: false,
  alias: null,
  hasCustomLogin: false,
  metadata: '{}',
  settings: '{}',
  suspendedAt: null,
  createdAt: ports.clock.now(),
  updatedAt: ports.clock.now(),
})

/**
 * Returns the account that an invite link lets a new user join; `undefined` without a link.
 *
 * @throws Refusal 403 when sign-up is by invitation only, or the account doesn't accept the email
 */
export const signUpPlaceOf = async (
  ports: Ports,
  email: string,
  token: string | undefined,
): Promise<LinkedPlace | undefined> => {
  const place = token ? await placeOfLink(ports, token) : undefined
  const { allowSignups } = await publicPolicySetting.ofVendor(ports.store)
  if (!allowSignups && !place) throw forbidden('Sign-up is by invitation only.').as('invitation-only')
  if (place) await assertEmailAccepted(ports, place.tenant.id, email)
  return place
}

/**
 * Creates user, tenant and membership in one transaction, with what the caller writes there. Returns `undefined` if the
 * email is taken.
 */
export const createAccount = async (
  ports: Ports,
  given: SignUpInput,
  alsoWrite?: (store: Collections, created: UserRecord) => Promise<void>,
): Promise<UserRecord | undefined> => {
  const tenant = given.place?.tenant ?? newTenant(ports, given.companyName)
  const roleIds = given.place?.roleIds ?? (await founderRoleIds(ports.store))
  const user = {
    ...newUser(ports, tenant.id, { ...given, roleIds, temporaryUntil: null }),
    passwordHash: given.passwordHash,
    metadata: given.metadata,
  }
  const place = { tenantId: tenant.id, roleIds, temporaryUntil: null }
  const isKnown = (await ports.store.users.find({ email: given.email })) !== undefined
  // A known email causes the same writes, which are rolled back, so that the duration doesn't reveal that it is known.
  const inserted = isKnown ? { ...user, email: `${user.id}@taken.invalid` } : user
  const insert = async (store: Collections) => {
    await store.users.insert(inserted)
    if (!given.place) {
      await store.tenants.insert({ ...tenant, founderId: inserted.id })
      await linkTenant(store, tenant, null)
      // This row is inserted here and not with the first one, which would take longer for an unknown email than for a
      // known one.
      await store.auditHeads.insert(emptyHead(tenant.id))
    }
    await store.members.insert(memberRecord(ports, inserted, place))
    for (const key of ['frontegg.user.created', 'frontegg.user.signedUp'] as const) {
      await recordUserEvent(eventPorts(ports, store), inserted, { key, tenantId: tenant.id, actorId: inserted.id })
    }
    await alsoWrite?.(store, inserted)
    if (isKnown) throw new DuplicateError('This email has an account')
    return user
  }
  return unlessDuplicate(ports.store.transaction(insert))
}

/**
 * Mails the activation link after a sign-up, or notifies the owner of an existing account. It does the same work in
 * both cases, even when the email limit is reached, and doesn't wait for delivery.
 */
export const mailAfterSignUp = async (
  ports: Ports,
  { user, isMailed }: { user: UserRecord; isMailed: boolean },
): Promise<void> => {
  // A new link would invalidate the one that was mailed before.
  const userId = user.verified || !isMailed ? null : user.id
  const tenantId = await accountToActivate(ports.store, user)
  const token = await issueTicket(ports, { purpose: 'activation', userId, tenantId })
  const mail = await activationMail(ports, { userId: user.id, email: user.email, name: user.name, token })
  if (isMailed) void post(ports, user.verified ? alreadyMemberMail(ports, user) : mail)
}
