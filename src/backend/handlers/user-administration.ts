import type {
  InviteProblem,
  inviteChecks,
  MemberDevice,
  MemberFigures,
  MemberSecurity,
  memberSecurity,
} from '../../contract/users.ts'
import { domainOf, normalizeEmail } from '../../rules/email.ts'
import type { Auth, SignedRequest } from '../call/auth.ts'
import { badRequest, forbidden, notWhileImpersonating } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { belongsHereAlone, cleanRoleIds, joinedMemberOf } from '../domain/identity/members/members.ts'
import { factorsOf, factsOf, removeFactors, strongest } from '../domain/identity/mfa/factors.ts'
import { domainVerdicts } from '../domain/identity/restrictions/email-domains.ts'
import { administratorRoleIds, namesAnyOf } from '../domain/identity/roles/administrators.ts'
import { mayGrant } from '../domain/identity/roles/granting.ts'
import { rolesByIds } from '../domain/identity/roles/grants.ts'
import { assertOutranks } from '../domain/identity/team/member-changes.ts'
import { presetWhere, weekBegan } from '../domain/identity/team/user-list.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { FactorRecord, SessionRecord } from '../store/records.ts'
import { liveSessions, toSession } from './sessions.ts'

/** A second factor protects all accounts of a user, so the administrators of only one can't remove it. */
const BELONGS_ELSEWHERE = 'This user also belongs to other accounts. They can remove their second factors themselves'

const toDevice = (factor: FactorRecord): MemberDevice => {
  const { name } = factsOf(factor)
  return {
    id: factor.id,
    kind: strongest([factor.kind]) as MemberDevice['kind'], // Only second factors are listed.
    name: typeof name === 'string' ? name : '',
    createdAt: iso(factor.createdAt),
    lastUsedAt: factor.lastUsedAt === null ? null : iso(factor.lastUsedAt),
  }
}

/** Returns the sessions and factors of a member, without the user's activity and protection in other accounts. */
const memberSecurityOf = async (request: SignedRequest, userId: string): Promise<MemberSecurity> => {
  const { ports, auth } = request
  const { member, user } = await joinedMemberOf(ports, auth.tenantId, userId)
  const isManagedHere = await belongsHereAlone(ports.store, member)
  const isOwn = (session: SessionRecord) => session.id === auth.session.id
  const found = await liveSessions(ports, { userId: user.id, tenantId: auth.tenantId })
  // An impersonator doesn't see where else the impersonated user is signed in.
  const sessions = auth.session.actorId !== null && user.id === auth.user.id ? found.filter(isOwn) : found
  return {
    devices: isManagedHere ? (await factorsOf(ports.store, user.id)).map(toDevice) : [],
    sessions: await Promise.all(sessions.map((session) => toSession(request, session))),
    isManagedHere,
  }
}

/** Removes all second factors of a member, who then signs in without one until they add another. */
const resetFactors = async (request: SignedRequest, userId: string) => {
  const { ports, auth } = request
  if (auth.session.actorId !== null) throw notWhileImpersonating()
  const found = await joinedMemberOf(ports, auth.tenantId, userId)
  const { member, user } = found
  if (user.id === auth.user.id) throw forbidden('Remove your own second factors on the privacy page')
  if (!(await belongsHereAlone(ports.store, member))) throw forbidden(BELONGS_ELSEWHERE)
  await assertOutranks(request, found)
  const factors = await factorsOf(ports.store, user.id)
  if (factors.length > 0) {
    await removeFactors(
      ports,
      user,
      factors.map(({ id }) => id),
      (inside) =>
        request.audit({
          inside,
          action: 'Second factors reset',
          resource: 'MFA',
          severity: 'High',
          description: `Removed the second factors of ${user.email}`,
          detail: { userId: user.id, factors: factors.length },
        }),
    )
  }
  return { count: factors.length }
}

const figures = async ({
  ports,
  auth: { tenantId },
}: SignedCall<(typeof memberSecurity)['getMemberFigures']>): Promise<MemberFigures> => {
  const { members } = ports.store
  const ofPreset = async (preset: 'mfa-unenrolled' | 'joined-this-week') => {
    const found = presetWhere(ports, { preset, known: [preset] }).map((where) => members.count({ tenantId, ...where }))
    return (await Promise.all(found)).reduce((sum, count) => sum + count, 0)
  }
  const roleIds = await administratorRoleIds(ports.store, tenantId)
  return {
    pendingInvitations: await members.count({ tenantId, activated: false }),
    withoutSecondFactor: await ofPreset('mfa-unenrolled'),
    administrators: roleIds.length > 0 ? await members.count({ tenantId, roleIds: namesAnyOf(roleIds) }) : 0,
    administratorRoleIds: roleIds,
    joinedThisWeek: await ofPreset('joined-this-week'),
    weekBegan: iso(weekBegan(ports)),
  }
}

export const memberSecurityHandlers = {
  getMemberSecurity: signedIn((call) => memberSecurityOf(call, call.path.userId)),
  resetMemberMfa: signedIn((call) => resetFactors(call, call.path.userId)),
  getMemberFigures: signedIn(figures),
} satisfies Handlers<typeof memberSecurity>

const MAX_USERS = 1_000

/** Reads one entry of the list. A browser host doesn't validate, so a malformed entry has no email. */
const read = (entry: unknown): { email: string | undefined; roleIds: string[] } => {
  const { email, roleIds } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const ids = Array.isArray(roleIds) ? roleIds.filter((id): id is string => typeof id === 'string') : []
  return { email: typeof email === 'string' ? normalizeEmail(email) : undefined, roleIds: cleanRoleIds(ids) }
}

/** Returns the ids of roles that the caller may grant here; each is checked once, regardless of the number of users. */
const grantable = async (ports: Ports, auth: Auth, ids: readonly string[]): Promise<Set<string>> => {
  const roles = await rolesByIds(ports.store, auth.tenantId, ids)
  const found = new Set<string>()
  for (const role of roles) if (await mayGrant(ports, auth, [role])) found.add(role.id)
  return found
}

export const inviteChecksHandlers = {
  checkInvites: signedIn(async ({ ports, auth, body }) => {
    if (!Array.isArray(body.users) || body.users.length > MAX_USERS) {
      throw badRequest(`users must be a list of at most ${MAX_USERS}`)
    }
    const users = body.users.map(read)
    const emails = [...new Set(users.flatMap(({ email }) => email ?? []))]
    const known = emails.length
      ? await ports.store.members.list({ tenantId: auth.tenantId, email: { in: emails } })
      : []
    const members = new Set(known.map(({ email }) => email))
    const domains = await domainVerdicts(ports, auth.tenantId, emails)
    const roles = await grantable(ports, auth, [...new Set(users.flatMap(({ roleIds }) => roleIds))])
    const reasonOf = ({ email, roleIds }: (typeof users)[number]): InviteProblem['reason'] | undefined => {
      if (email === undefined) return 'email'
      if (members.has(email)) return 'member'
      if (domains.get(domainOf(email))?.accepted === false) return 'domain'
      return roleIds.every((id) => roles.has(id)) ? undefined : 'role'
    }
    const problems = users.flatMap((user, index): InviteProblem[] => {
      const reason = reasonOf(user)
      return reason ? [{ index, reason }] : []
    })
    return { problems }
  }),
} satisfies Handlers<typeof inviteChecks>
