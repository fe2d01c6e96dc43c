import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coversPermissions } from '../../rules/permission.ts'
import { aGroupRecord, aMemberRecord, anSsoConnectionRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import { ranksByConnection } from '../domain/identity/access/vouched-ranks.ts'
import { subjectsOf } from '../domain/identity/lockout-guard/subjects.ts'
import { grantsOf } from '../domain/identity/roles/grants.ts'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { arrive } from '../suites/lasting.test-kit.ts'
import { setPolicy } from '../suites/mfa.test-kit.ts'
import { type Random, seededRandom } from './lockout-fixtures.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

const ACCOUNTS = scaled(500)

const PORTAL = [
  'fe.secure.read.users',
  'fe.secure.write.usersRoles',
  'fe.secure.read.audits',
  'fe.subscriptions.read.*',
  'fe.*',
]
const PERSONAL = [
  'fe.secure.read.userApiTokens',
  'fe.secure.*.userApiTokens',
  'fe.connectivity.read.userBellNotifications',
]
const PRODUCT = ['orders.read', 'orders.*']
const KEYS = [...PORTAL, ...PERSONAL, ...PRODUCT]

interface Role {
  id: string
  level: number
  keys: readonly string[]
  isDefault: boolean
}

interface Candidate {
  id: string
  email: string
  roles: readonly Role[]
  superUser: boolean
}

const randomRoles = ({ chance, pick }: Random): Role[] =>
  ['r0', 'r1', 'r2', 'r3', 'r4'].map((id) => ({
    id,
    level: pick([1, 1, 2, 3]),
    keys: KEYS.filter((key) => chance(key === 'fe.*' ? 0.15 : 0.3)),
    isDefault: chance(0.2),
  }))

/** Returns which permissions make users administrators, by a minimal model. */
const administrativeIn = (roles: readonly Role[]): ((key: string) => boolean) => {
  const shared = roles.filter(({ isDefault }) => isDefault).flatMap(({ keys }) => keys)
  const everyone = coversPermissions(shared, ['fe.secure.write.usersRoles']) ? PERSONAL : [...PERSONAL, ...shared]
  return (key) => key.startsWith('fe.') && !coversPermissions(everyone, [key])
}

/** Returns the permissions that make a user an administrator. */
const administrates = (roles: readonly Role[], { superUser, ...candidate }: Candidate): string[] => [
  ...candidate.roles.flatMap(({ keys }) => keys).filter(administrativeIn(roles)),
  ...(superUser ? ['*'] : []),
]

const levelOf = ({ roles, superUser }: Pick<Candidate, 'roles' | 'superUser'>): number =>
  superUser ? Number.NEGATIVE_INFINITY : Math.min(Number.POSITIVE_INFINITY, ...roles.map(({ level }) => level))

const isVouchedFor = (roles: readonly Role[], candidate: Candidate, guarantor: Candidate | undefined): boolean => {
  const wanted = administrates(roles, candidate)
  if (wanted.length === 0) return true
  if (!guarantor) return false
  const held = [...guarantor.roles.flatMap(({ keys }) => keys), ...(guarantor.superUser ? ['*'] : [])]
  // Roles of the product make no one an administrator, so their level doesn't count for the user who signs in.
  const administrating = candidate.roles.filter(({ keys }) => keys.some(administrativeIn(roles)))
  const level = levelOf({ ...candidate, roles: administrating })
  return coversPermissions(held, wanted) && level >= levelOf(guarantor)
}

/**
 * Returns the level with which a user acts on a role in a session that only the connection vouches for: that of their
 * roles, but over roles that make users administrators, roles of the product rank no higher than the guarantor.
 */
const actingLevel = (
  roles: readonly Role[],
  { candidate, guarantor }: { candidate: Candidate; guarantor: Candidate | undefined },
  role: Role,
): number => {
  const isAdministrative = ({ keys }: Role) => keys.some(administrativeIn(roles))
  const own = levelOf(candidate)
  if (!isAdministrative(role)) return own
  const administrating = levelOf({ ...candidate, roles: candidate.roles.filter(isAdministrative) })
  return Math.max(own, Math.min(administrating, guarantor ? levelOf(guarantor) : Number.POSITIVE_INFINITY))
}

/** Returns the level of the same user by the backend, for each role. */
const actingLevels = async ({ ports, store }: Kit, connectionId: string, userId: string) => {
  const member = await store.members.find({ tenantId: 'acme', userId })
  const user = await store.users.get(userId)
  if (!member || !user) throw new Error('The user is missing')
  const grants = await grantsOf(store, member, user)
  const ranks = await ranksByConnection(ports, { tenantId: 'acme', connectionId, grants })
  const all = await store.roles.list({ tenantId: 'acme' })
  const administrative = await ranks.administrativeAmong(all, 'acme')
  return new Map(all.map((role) => [role.id, administrative.has(role) ? ranks.administrative : ranks.own]))
}

const plantRoles = async ({ store, time }: Kit, roles: readonly Role[]): Promise<void> => {
  for (const name of [
    'permissions',
    'roles',
    'groups',
    'members',
    'users',
    'ssoConnections',
    'ssoDomains',
    'ssoSetups',
    'identities',
    'sessions',
    'attempts',
    'policies',
  ] as const) {
    await store[name].delete({})
  }
  const dates = { createdAt: time.now, updatedAt: time.now }
  await store.permissions.insertMany(
    KEYS.map((key) => ({ id: `p ${key}`, key, name: key, description: '', categoryId: 'x', ...dates })),
  )
  await store.roles.insertMany(
    roles.map(({ id, level, keys, isDefault }) =>
      aRoleRecord({
        id,
        tenantId: 'acme',
        level,
        isDefault,
        permissionIds: JSON.stringify(keys.map((key) => `p ${key}`)),
      }),
    ),
  )
  await store.groups.insert(aGroupRecord({ id: 'crew', roleIds: '["r0"]' }))
}

const plantCandidate = async (
  { store }: Kit,
  random: Random,
  { id, roles }: { id: string; roles: readonly Role[] },
): Promise<Candidate> => {
  const { chance } = random
  const own = roles.filter(() => chance(0.3))
  const isInGroup = chance(0.2)
  const email = `${id}@acme.test`
  const superUser = chance(0.04)
  await store.users.insert(aUserRecord({ id, email, superUser, verified: true, passwordHash: null }))
  const facts = { roleIds: JSON.stringify(own.map((role) => role.id)), groupIds: isInGroup ? '["crew"]' : null }
  await store.members.insert(
    aMemberRecord({ id: `acme-${id}`, userId: id, tenantId: 'acme', email, verified: true, ...facts }),
  )
  const first = roles.slice(0, isInGroup ? 1 : 0)
  return { id, email, roles: [...own, ...first], superUser }
}

test('connections sign in every ordinary user, and administrators only within their guarantor’s current permissions', async () => {
  const kit = await openKit(async () => createMemoryStore())
  const wrong: unknown[] = []
  const seen = { entered: 0, refused: 0, ordinary: 0, stopped: 0, beyond: 0, limited: 0 }
  for (let seed = 0; seed < ACCOUNTS; seed += 1) {
    await kit.reset()
    const random = seededRandom(seed)
    const roles = randomRoles(random)
    await plantRoles(kit, roles)
    await setPolicy(kit, 'groups', { enabled: true, rolesEnabled: true }, 'acme')
    const candidates: Candidate[] = []
    for (const id of ['u0', 'u1', 'u2', 'u3', 'u4']) candidates.push(await plantCandidate(kit, random, { id, roles }))
    const guarantorId = random.pick(['u0', 'u1', 'u2', 'gone'])
    const facts = { enabled: true, type: 'oidc', ssoEndpoint: 'https://idp.test', oidcClientId: 'x', guarantorId }
    const connection = await kit.store.ssoConnections.insert(anSsoConnectionRecord(facts))
    const domain = { connectionId: connection.id, tenantId: 'acme', domain: 'acme.test', validated: true, createdAt: 0 }
    await kit.store.ssoDomains.insert({ id: 'domain', ...domain })
    const hasLeft = random.chance(0.2)
    const leaver = candidates.find(({ id }) => id === guarantorId)
    if (hasLeft) await kit.store.members.update({ userId: guarantorId }, { disabledAt: 1 })
    const guarantor = hasLeft ? undefined : leaver
    const said = new Map((await subjectsOf(kit.ports, 'acme')).map(({ user, canSignIn }) => [user.id, canSignIn]))
    for (const candidate of candidates.filter((one) => !hasLeft || one !== leaver)) {
      const expected = isVouchedFor(roles, candidate, guarantor)
      const entered = await arrive(kit, connection, candidate.email)
      const isOrdinary = administrates(roles, candidate).length === 0
      seen[entered ? 'entered' : 'refused'] += 1
      seen.ordinary += Number(isOrdinary)
      seen.stopped += Number(isOrdinary && !entered)
      seen.beyond += Number(entered && !expected)
      const guard = said.get(candidate.id)
      if (entered !== expected || guard !== entered)
        wrong.push({ seed, candidate, guarantor, expected, entered, guard })
      if (!entered || candidate.superUser) continue
      const levels = await actingLevels(kit, connection.id, candidate.id)
      for (const role of roles) {
        const level = actingLevel(roles, { candidate, guarantor }, role)
        seen.limited += Number(level > levelOf(candidate))
        if (levels.get(role.id) !== level) wrong.push({ seed, candidate, guarantor, role, level, levels: [...levels] })
      }
    }
  }
  await kit.close()
  report({
    row: 69,
    wanted: `${ACCOUNTS} random accounts against a model and the lockout guard: 0 administrators beyond their guarantor, 0 ordinary users stopped, 0 differences`,
    reached: `${seen.entered} sign-ins, ${seen.refused} refused, ${seen.beyond} beyond; ${seen.stopped} of ${seen.ordinary} ordinary users stopped; ${wrong.length} differences`,
    ok: wrong.length === 0 && seen.stopped === 0,
  })
  assert.deepEqual(wrong.slice(0, 3), [])
  assert.ok(seen.refused > 0 && seen.ordinary > 0 && seen.limited > 0)
})
