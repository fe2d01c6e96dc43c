import { LOCKOUT_ATTEMPTS } from '../../../../rules/policy-limits.ts'
import type { TransactionPorts } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import type { Collections } from '../../../store/store.ts'
import { failedLoginsOf } from '../../base/limits/limits.ts'
import { lockoutSetting } from '../../settings/lockout.ts'
import { publicPolicySetting } from '../../settings/public-policy.ts'
import { requirementOf, ssoRowsOf } from '../access/required-sso.ts'
import type { Assumed } from '../guarantor/rights.ts'
import { isActiveMember } from '../members/members.ts'
import { administratorOf } from '../roles/administrators.ts'
import { isLiveSession } from '../sessions/live-session.ts'
import { ancestorsOf } from '../tenants/account-tree.ts'
import {
  type GuardedMember,
  type GuardedSession,
  type GuardedUser,
  MEMBER_FIELDS,
  SESSION_FIELDS,
  type SignInMethods,
  type Subject,
  USER_FIELDS,
} from './guarded-change.ts'
import { signInMethodsOf } from './sign-in-methods.ts'
import { lacksRequired, provenWay } from './sso-outcomes.ts'

/** Returns users of parent accounts who may work here because they have access to sub-accounts. */
const guestsOf = async ({ store }: TransactionPorts, tenantId: string): Promise<GuardedMember[]> => {
  const above = await ancestorsOf(store, tenantId)
  if (above.length === 0) return []
  return store.members.listFields({ tenantId: { in: above }, subAccountAccess: true, activated: true }, MEMBER_FIELDS)
}

/** Returns one membership for each user: their own in the tenant, else one in an account above it. */
const membersOf = async (ports: TransactionPorts, tenantId: string): Promise<Map<string, GuardedMember>> => {
  const now = ports.clock.now()
  const own = await ports.store.members.listFields({ tenantId, activated: true }, MEMBER_FIELDS)
  const all = [...(await guestsOf(ports, tenantId)), ...own]
  return new Map(all.filter((member) => isActiveMember(member, now)).map((member) => [member.userId, member]))
}

const openSessions = async (
  { store, clock }: TransactionPorts,
  { tenantId, userIds }: { tenantId: string; userIds?: readonly string[] },
): Promise<Map<string, GuardedSession[]>> => {
  const now = clock.now()
  const byUser = new Map<string, GuardedSession[]>()
  const live = {
    tenantId,
    revokedAt: null,
    actorId: null,
    expiresAt: { gte: now },
    ...(userIds && { userId: { in: userIds } }),
  }
  for (const session of await store.sessions.listFields(live, SESSION_FIELDS)) {
    if (!isLiveSession(session, now)) continue
    byUser.set(session.userId, [...(byUser.get(session.userId) ?? []), session])
  }
  return byUser
}

/** Returns users whose next password attempt would exceed the limit. Users with failed attempts are few. */
const overLimit = async (
  store: Collections,
  users: readonly GuardedUser[],
  failures: ReadonlyMap<string, number>,
): Promise<ReadonlySet<string>> => {
  const over = new Set<string>()
  for (const { id, email } of users) {
    const failed = failures.get(email) ?? 0
    if (failed === 0) continue
    const { enabled, maxAttempts } = await lockoutSetting.strictestFor(store, id)
    if (enabled && failed >= maxAttempts) over.add(id)
  }
  return over
}

const isAnyOpen = ({ password, social, sso, passwordless }: SignInMethods) => password || social || sso || passwordless

interface SubjectQuery {
  tenantId: string
  members: ReadonlyMap<string, GuardedMember>
  /** The users of `members`, if they are few. */
  userIds?: readonly string[]
  /** An unsaved change of a membership, whose user may vouch for connections. */
  assumed?: Assumed | undefined
}

const readSubjects = async (ports: TransactionPorts, wanted: SubjectQuery): Promise<Subject[]> => {
  const { store } = ports
  const { tenantId, members, userIds, assumed } = wanted
  const users = await inChunks([...members.keys()], (part) => store.users.listFields({ id: { in: part } }, USER_FIELDS))
  const sessions = await openSessions(ports, { tenantId, userIds })
  const isAdministrator = await administratorOf(store, tenantId)
  const { allowNotVerifiedUsersLogin } = await publicPolicySetting.ofVendor(store)
  const methodsOfUser = await signInMethodsOf(ports, users, assumed)
  const failuresOf = await failedLoginsOf(
    ports,
    users.map(({ email }) => email),
    LOCKOUT_ATTEMPTS.min,
  )
  const over = await overLimit(store, users, failuresOf)
  const ssoRows = await ssoRowsOf(store, tenantId)
  const required = requirementOf(ssoRows)
  const isProvenWay = await provenWay(ports, ssoRows, assumed)
  /**
   * Returns the sign-in methods of a user. If single sign-on is required, it is the only one, and counts only after it has
   * worked.
   */
  const methodsUnder = (user: GuardedUser, member: GuardedMember): SignInMethods => {
    if (required(user).length === 0)
      return over.has(user.id) ? { ...methodsOfUser(user), password: false } : methodsOfUser(user)
    return { password: false, social: false, passwordless: false, sso: isProvenWay({ user, member }) }
  }
  const subjectOf = (user: GuardedUser, member: GuardedMember): Subject => {
    const methods = methodsUnder(user, member)
    const own = sessions.get(user.id) ?? []
    const isProven = user.verified || allowNotVerifiedUsersLogin
    return {
      user,
      member,
      isAdministrator: isAdministrator(member),
      // Only the vendor's roles of a membership in an account above count here (`live-session.ts`).
      isGuestAdministrator: member.tenantId !== tenantId && isAdministrator({ ...member, tenantId, groupIds: null }),
      sessions: own,
      closed: new Set(own.filter(({ amr }) => lacksRequired(required(user), amr)).map(({ id }) => id)),
      failedLogins: failuresOf.get(user.email) ?? 0,
      methods,
      hasFactor: user.mfaEnrolled && isProven,
      // Identity providers and social accounts vouch for the email.
      canSignIn: user.lockedAt === null && (isProven || methods.sso || methods.social) && isAnyOpen(methods),
    }
  }
  return users.flatMap((user) => {
    const member = members.get(user.id)
    return member ? [subjectOf(user, member)] : []
  })
}

/** Returns every user who may enter the tenant, with what a policy change may take from them. */
export const subjectsOf = async (ports: TransactionPorts, tenantId: string): Promise<Subject[]> =>
  readSubjects(ports, { tenantId, members: await membersOf(ports, tenantId) })

/** Works like `subjectsOf`, for a few active members of a tenant. */
export const subjectsOfMembers = (
  ports: TransactionPorts,
  tenantId: string,
  members: readonly GuardedMember[],
  assumed?: Assumed,
): Promise<Subject[]> =>
  readSubjects(ports, {
    tenantId,
    assumed,
    members: new Map(members.map((member) => [member.userId, member])),
    userIds: members.map(({ userId }) => userId),
  })
