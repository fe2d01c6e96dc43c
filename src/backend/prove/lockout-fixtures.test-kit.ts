import {
  aGroupRecord,
  aMemberRecord,
  aRoleRecord,
  aSessionRecord,
  aTenantRecord,
  aUserRecord,
} from '../../testing/records.ts'
import { refreshCookieName } from '../call/cookies.ts'
import { FAILED_LOGINS, takeAttempt } from '../domain/base/limits/limits.ts'
import { refreshTokenOf } from '../domain/identity/sessions/refresh-token.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import { createSeeded, type Seeded } from '../sample/seeded.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../store/records.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Kit } from '../suites/kit.test-kit.ts'
import { setPolicy } from '../suites/mfa.test-kit.ts'
import { MIA_SECRET, PASSWORD } from '../suites/users.test-kit.ts'

import {
  type PlantedSso,
  plantConnections,
  randomEnforcement,
  randomVerification,
} from './lockout-sso-fixtures.test-kit.ts'

const HOUR = 3_600_000

export interface Random extends Pick<Seeded, 'next' | 'pick'> {
  chance(share: number): boolean
}

/** Creates a random source that makes the same choices for the same seed. */
export const seededRandom = (seed: number): Random => {
  const { next, pick } = createSeeded(`tenant ${seed}`)
  return { next, pick, chance: (share) => next() < share }
}

export interface Resident {
  id: string
  email: string
  /**
   * Whether the user has an administrator's role, directly or by a group, in the account itself and with access that
   * hasn't ended.
   */
  isAdministrator: boolean
  /** Whether the user has an administrator's role in the account above, with access to the account. */
  isGuestAdministrator: boolean
  sessions: SessionRecord[]
}

export interface Fixture {
  residents: Resident[]
  /** The session that calls the guard, which may impersonate the first user. */
  caller: SessionRecord
  cookieOf(session: SessionRecord): Promise<string>
}

type Home = 'acme' | 'globex' | 'north'

const limitsOf = ({ chance, pick }: Random) => ({
  sessionTimeoutConfiguration: { isActive: chance(0.4), timeout: pick([1_800, 7_200, 18_000]) },
  sessionIdleTimeoutConfiguration: { isActive: chance(0.4), timeout: pick([900, 3_600, 10_800]) },
  sessionConcurrentConfiguration: { isActive: chance(0.4), maxSessions: pick([1, 2, 3]) },
})

/** Returns a random change of one kind, in the form that the guard reads. */
export const randomChange = (random: Random) => {
  const { chance, pick } = random
  return pick([
    { kind: 'sessions' as const, value: limitsOf(random) },
    { kind: 'lockout' as const, value: { enabled: chance(0.8), maxAttempts: pick([3, 4, 5, 6]) } },
    { kind: 'mfa' as const, value: { enforceMFAType: pick(['DontForce', 'Force', 'ForceExceptSAML'] as const) } },
    { kind: 'sso' as const, value: randomEnforcement(random) },
    { kind: 'ssoDomain' as const, value: randomVerification(random) },
  ])
}

const plantTenants = async ({ store }: Kit) => {
  for (const name of Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]) {
    if (name !== 'keys') await store[name].delete({})
  }
  const north = aTenantRecord({ id: 'north', name: 'North', isReseller: true })
  const acme = aTenantRecord({ id: 'acme', parentId: 'north' })
  await store.tenants.insertMany([north, acme, aTenantRecord({ id: 'globex', name: 'Globex' })])
  await linkTenant(store, acme, 'north')
  const dates = { createdAt: 0, updatedAt: 0 }
  await store.permissions.insert({ id: 'all', key: 'fe.*', name: '', description: '', categoryId: 'x', ...dates })
  await store.roles.insertMany([
    aRoleRecord({ id: 'admin', permissionIds: '["all"]' }),
    aRoleRecord({ id: 'member', level: 5 }),
  ])
  await store.groups.insert(aGroupRecord({ id: 'admins', roleIds: '["admin"]' }))
}

const plantPolicies = async (kit: Kit, random: Random) => {
  const { chance, pick } = random
  if (chance(0.5)) await setPolicy(kit, 'sessions', limitsOf(random), 'acme')
  const lockout = { enabled: chance(0.5), maxAttempts: pick([3, 4, 5, 6]) }
  if (chance(0.8)) await setPolicy(kit, 'lockout', lockout, 'acme')
  if (chance(0.3)) await setPolicy(kit, 'lockout', { enabled: true, maxAttempts: pick([3, 5]) }, 'globex')
  const enforceMFAType = pick(['DontForce', 'Force', 'ForceExceptSAML'])
  if (chance(0.4)) await setPolicy(kit, 'mfa', { enforceMFAType }, 'acme')
}

const plantUser = async (kit: Kit, random: Random, id: string): Promise<UserRecord> => {
  const { chance } = random
  const mfaEnrolled = chance(0.4)
  const user = aUserRecord({
    id,
    email: `${id}@${chance(0.4) ? 'sso' : 'acme'}.test`,
    passwordHash: chance(0.8) ? `fake:${PASSWORD}` : null,
    verified: chance(0.85),
    lockedAt: chance(0.25) ? 1 : null,
    mfaEnrolled,
  })
  const factor = { userId: id, kind: 'totp', credentialId: null, counter: 0, createdAt: 0, lastUsedAt: null } as const
  const value = JSON.stringify({ secret: MIA_SECRET })
  if (mfaEnrolled) await kit.store.factors.insert({ ...factor, id: `${id}-app`, value })
  const failures = chance(0.6) ? Math.floor(random.next() * 7) : 0
  for (let at = 0; at < failures; at += 1) await takeAttempt(kit.ports, FAILED_LOGINS, user.email)
  return user
}

const plantMember = async (kit: Kit, user: UserRecord, facts: Partial<MemberRecord> & { tenantId: string }) => {
  const { id: userId, email, verified, mfaEnrolled } = user
  const copies = { email, verified, mfaEnrolled, isLocked: user.lockedAt !== null }
  await kit.store.members.insert(aMemberRecord({ id: `${facts.tenantId}-${userId}`, userId, ...copies, ...facts }))
}

interface Sessions {
  user: UserRecord
  sso: PlantedSso
}

const plantSessions = async (kit: Kit, random: Random, { user, sso }: Sessions): Promise<SessionRecord[]> => {
  const { chance, next } = random
  const policy = await kit.store.policies.find({ tenantId: 'acme', kind: 'sessions' })
  const limits = policy && JSON.parse(policy.value)
  const secondsOf = (limit?: { isActive: boolean; timeout: number }) => (limit?.isActive ? limit.timeout : null)
  const sessions: SessionRecord[] = []
  for (let at = 0; at < Math.floor(next() * 4); at += 1) {
    const createdAt = kit.time.now - Math.floor(next() * 6 * HOUR)
    const lastActiveAt = chance(0.5) ? createdAt + Math.floor(next() * (kit.time.now - createdAt)) : null
    sessions.push(
      aSessionRecord({
        id: `${user.id}-session-${at}`,
        userId: user.id,
        amr: sso.proof(),
        createdAt,
        rotatedAt: createdAt,
        lastActiveAt,
        expiresAt: kit.time.now + 30 * 24 * HOUR,
        idleSeconds: secondsOf(limits?.sessionIdleTimeoutConfiguration),
        absoluteSeconds: secondsOf(limits?.sessionTimeoutConfiguration),
      }),
    )
  }
  await kit.store.sessions.insertMany(sessions)
  return sessions
}

const plantResident = async (
  kit: Kit,
  random: Random,
  { id, sso }: { id: string; sso: PlantedSso },
): Promise<Resident> => {
  const { chance, pick, next } = random
  const user = await plantUser(kit, random, id)
  const home: Home = chance(0.7) ? 'acme' : pick(['globex', 'north'])
  await kit.store.users.insert({ ...user, tenantId: home })
  const hasRole = chance(0.35)
  const hasGroup = chance(0.2)
  const temporaryUntil = chance(0.15) ? kit.time.now + Math.floor((next() - 0.4) * HOUR) : null
  const isHere = home !== 'north'
  const facts = { roleIds: hasRole ? '["admin"]' : '["member"]', groupIds: hasGroup ? '["admins"]' : null }
  if (isHere) await plantMember(kit, user, { tenantId: 'acme', ...facts, temporaryUntil })
  if (home === 'globex') await plantMember(kit, user, { tenantId: 'globex', roleIds: '["member"]' })
  if (home === 'north')
    await plantMember(kit, user, { tenantId: 'north', ...facts, groupIds: null, subAccountAccess: true })
  const isIn = temporaryUntil === null || temporaryUntil > kit.time.now
  const isAdministrator = isHere && isIn && (hasRole || hasGroup)
  const isGuestAdministrator = !isHere && hasRole
  const sessions = await plantSessions(kit, random, { user, sso })
  return { id, email: user.email, isAdministrator, isGuestAdministrator, sessions }
}

/**
 * Creates the caller: an administrator of the account or of the one above it, who has an open session and may otherwise
 * be in any state.
 */
const plantCaller = async (
  kit: Kit,
  random: Random,
  sso: PlantedSso,
): Promise<{ resident: Resident; session: SessionRecord }> => {
  const user = await plantUser(kit, random, 'caller')
  await kit.store.users.insert(user)
  const isGuest = random.chance(0.25)
  const place = isGuest ? { tenantId: 'north', subAccountAccess: true } : { tenantId: 'acme' }
  await plantMember(kit, user, { ...place, roleIds: '["admin"]' })
  const createdAt = kit.time.now - Math.floor(random.next() * 3 * HOUR)
  const expiresAt = kit.time.now + 30 * 24 * HOUR
  const facts = { userId: user.id, createdAt, rotatedAt: createdAt, expiresAt, amr: sso.callerProof(user.email) }
  const session = await kit.store.sessions.insert(aSessionRecord({ id: 'caller-session', ...facts }))
  const older = await plantSessions(kit, random, { user, sso })
  const roles = { isAdministrator: !isGuest, isGuestAdministrator: isGuest }
  const resident = { id: user.id, email: user.email, ...roles, sessions: [session, ...older] }
  return { resident, session }
}

/** Creates a session in which the caller impersonates a member. */
const plantImpersonation = async (kit: Kit, own: SessionRecord): Promise<SessionRecord> => {
  const user = aUserRecord({ id: 'target', email: 'target@acme.test', passwordHash: `fake:${PASSWORD}` })
  await kit.store.users.insert(user)
  await plantMember(kit, user, { tenantId: 'acme', roleIds: '["admin"]' })
  const actor = { actorId: own.userId, actorSessionId: own.id, lastActiveAt: kit.time.now }
  return kit.store.sessions.insert({ ...own, id: 'impersonation', userId: user.id, ...actor })
}

export const plantFixture = async (kit: Kit, random: Random): Promise<Fixture> => {
  await plantTenants(kit)
  await plantPolicies(kit, random)
  const sso = await plantConnections(kit, random)
  const { resident, session } = await plantCaller(kit, random, sso)
  const residents = [resident]
  const count = Math.floor(random.next() * 5)
  for (let at = 0; at < count; at += 1) residents.push(await plantResident(kit, random, { id: `user${at}`, sso }))
  const isLocked = (await kit.store.users.get(resident.id))?.lockedAt !== null
  const isImpersonating = !isLocked && random.chance(0.2)
  const caller = isImpersonating ? await plantImpersonation(kit, session) : session
  const target = { id: 'target', email: 'target@acme.test', isAdministrator: true, isGuestAdministrator: false }
  if (isImpersonating) residents.push({ ...target, sessions: [] })
  const cookieOf = async (one: SessionRecord) => {
    const stored = (await kit.store.sessions.get(one.id)) ?? one
    return `${refreshCookieName(kit.config)}=${await refreshTokenOf(kit.ports, stored)}`
  }
  return { residents, caller, cookieOf }
}
