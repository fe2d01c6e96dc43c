import { performance } from 'node:perf_hooks'
import { entitlements } from '../../contract/entitlements.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { roles as roleCalls } from '../../contract/roles.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { createRandom } from '../../testing/random.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { tenantIdOf } from '../sample/tenants.ts'
import type { MemberRecord, RoleRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ask, signIn } from './processes-browser.test-kit.ts'
import { startFleet } from './processes-fleet.test-kit.ts'

const TENANT = tenantIdOf('acme')
const ADMINISTRATOR = 'ada@acme.test'
/** Users who sign in by password alone. */
const EMAILS = ['mel@acme.test', 'pia@acme.test']
const ROLES = ['one', 'two', 'three']
const PERMISSIONS = ['read', 'write', 'share', 'print', 'sign', 'send']
const FEATURES = ['reports', 'exports']
const PLANS = ['small', 'large']
/** The grant that lets the administrator give every permission of the proof. */
const ALL = 'all'

/** Maximum time after which a change acts everywhere, in milliseconds. */
const LIMIT_MS = 1_000
/** Number of changes after which tokens are renewed, long before they expire. */
const CHANGES_PER_TOKEN = 300

const ENTITLEMENTS = API_PREFIX + entitlements.loadEntitlementsV2.path
const PUBLIC_POLICY = API_PREFIX + portal.getVendorPublicPolicy.path

/** Rights of the users after the changes, derived without any rule of the backend. */
interface Model {
  /** Permission keys by the variable part of their ID. */
  keys: Record<string, string>
  /** Permissions of each role. */
  held: Record<string, string[]>
  members: { email: string; id: string; roles: string[]; isSuspended: boolean }[]
  /** Features of each plan. */
  plans: Record<string, string[]>
  plan: string | null
  allowsSignUps: boolean
}

/** Facts that a process reports about one user. */
interface Seen {
  isIn: boolean
  permissions: string[]
  features: string[]
  allowsSignUps: boolean
}

const permissionId = (name: string) => `proof-permission-${name}`
const roleId = (name: string) => `proof-role-${name}`

const expected = (model: Model, at: number): Seen => {
  const { roles, isSuspended } = model.members[at] as Model['members'][number]
  const names = new Set(roles.flatMap((role) => model.held[role] ?? []))
  const features = model.plan === null ? [] : (model.plans[model.plan] ?? [])
  return {
    isIn: !isSuspended,
    permissions: isSuspended ? [] : [...names].map((name) => model.keys[name] ?? '').sort(),
    features: isSuspended ? [] : [...features].sort(),
    allowsSignUps: model.allowsSignUps,
  }
}

const seenBy = async (origin: string, token: string): Promise<Seen> => {
  const [user, policy] = await Promise.all([
    ask(origin, 'GET', ENTITLEMENTS, { token }),
    ask(origin, 'GET', PUBLIC_POLICY),
  ])
  const { permissions = {}, features = {} } = user.body as {
    permissions?: object
    features?: Record<string, { expireTime: number | null }>
  }
  return {
    isIn: user.status === 200,
    permissions: Object.keys(permissions).sort(),
    features: Object.keys(features)
      .filter((feature) => features[feature]?.expireTime != null)
      .sort(),
    allowsSignUps: policy.body.allowSignups === true,
  }
}

const aRole = (name: string): RoleRecord => ({
  id: roleId(name),
  tenantId: TENANT,
  key: `proof-${name}`,
  name,
  description: '',
  isDefault: false,
  level: 100,
  permissionIds: '[]',
  createdAt: 0,
  updatedAt: 0,
})

const savePolicy = async (store: Store, tenantId: string | null, kind: string, value: object) => {
  const written = { value: JSON.stringify(value), updatedAt: Date.now() }
  if (await store.policies.update({ tenantId, kind }, written)) return
  await store.policies.insert({ id: `proof-${kind}`, tenantId, kind, createdAt: 0, ...written })
}

const saveCatalogue = (store: Store, { plans }: Model) =>
  savePolicy(store, null, 'entitlements', {
    features: FEATURES.map((key) => ({ key })),
    plans: PLANS.map((id) => ({ id, includes: plans[id] ?? [] })),
  })

const savePlan = (store: Store, { plan }: Model) =>
  savePolicy(store, TENANT, 'plan', { planId: plan, expireTime: -1, extras: [] })

const memberOf = async (store: Store, email: string): Promise<MemberRecord> => {
  const member = await store.members.find({ tenantId: TENANT, email })
  if (!member) throw new Error(`${email} is no member`)
  return member
}

const prepare = async (store: Store): Promise<Model> => {
  const category = (await store.permissionCategories.list({}))[0]
  await store.permissions.insertMany(
    PERMISSIONS.map((name) => ({
      id: permissionId(name),
      key: `proof.${name}`,
      name,
      description: '',
      categoryId: category?.id ?? '',
      createdAt: 0,
      updatedAt: 0,
    })),
  )
  const all = JSON.stringify(PERMISSIONS.map(permissionId))
  await store.roles.insertMany([...ROLES.map(aRole), { ...aRole(ALL), permissionIds: all }])
  const administrator = await memberOf(store, ADMINISTRATOR)
  const own = JSON.parse(administrator.roleIds) as string[]
  await store.members.update({ id: administrator.id }, { roleIds: JSON.stringify([...own, roleId(ALL)]) })
  const found = await Promise.all(EMAILS.map((email) => memberOf(store, email)))
  for (const { id } of found) await store.members.update({ id }, { roleIds: '[]', groupIds: '[]' })
  const model: Model = {
    keys: Object.fromEntries(PERMISSIONS.map((name) => [name, `proof.${name}`])),
    held: Object.fromEntries(ROLES.map((name) => [name, []])),
    members: found.map(({ id, email }) => ({ id, email, roles: [], isSuspended: false })),
    plans: Object.fromEntries(PLANS.map((plan) => [plan, []])),
    plan: null,
    allowsSignUps: true,
  }
  await saveCatalogue(store, model)
  await savePlan(store, model)
  await savePolicy(store, null, 'public-policy', { allowSignups: true })
  return model
}

interface World {
  store: Store
  direct: readonly string[]
  model: Model
  random: ReturnType<typeof createRandom>
  /** Access token of the administrator. */
  token: string
}

type Change = (world: World, count: number) => Promise<void>

const subset = ({ random }: World, of: readonly string[]) => of.filter(() => random.chance(0.5))

/** Changes a role's permissions by a call to one of the processes. */
const changeHeld: Change = async (world) => {
  const { random, model, direct, token } = world
  const role = random.pick(ROLES)
  const wanted = subset(world, PERMISSIONS)
  const path = API_PREFIX + roleCalls.attachPermissions.path.replace('{roleId}', roleId(role))
  const { status, body } = await ask(random.pick(direct), 'PUT', path, {
    token,
    body: { permissionIds: wanted.map(permissionId) },
  })
  if (status !== 200) throw new Error(`Permissions of a role: ${status} ${JSON.stringify(body)}`)
  model.held[role] = wanted
}

/** Changes that are made outside of both processes, as by a command or a third process. */
const CHANGES: readonly Change[] = [
  changeHeld,
  async (world) => {
    const member = world.random.pick(world.model.members)
    member.roles = subset(world, ROLES)
    await world.store.members.update({ id: member.id }, { roleIds: JSON.stringify(member.roles.map(roleId)) })
  },
  async ({ random, model, store }, count) => {
    const name = random.pick(PERMISSIONS)
    model.keys[name] = `proof.${name}.${count}`
    await store.permissions.update({ id: permissionId(name) }, { key: model.keys[name] })
  },
  async ({ random, model, store }) => {
    model.allowsSignUps = random.chance(0.5)
    await savePolicy(store, null, 'public-policy', { allowSignups: model.allowsSignUps })
  },
  async ({ random, model, store }) => {
    const member = random.pick(model.members)
    member.isSuspended = !member.isSuspended
    await store.members.update({ id: member.id }, { disabledAt: member.isSuspended ? Date.now() : null })
  },
  async (world) => {
    world.model.plans[world.random.pick(PLANS)] = subset(world, FEATURES)
    await saveCatalogue(world.store, world.model)
  },
  async ({ random, model, store }) => {
    model.plan = random.pick([null, ...PLANS])
    await savePlan(store, { ...model })
  },
]

const signInAll = async ({ store, direct, model }: Pick<World, 'store' | 'direct' | 'model'>) => {
  const [origin = ''] = direct
  for (const member of model.members) {
    member.isSuspended = false
    await store.members.update({ id: member.id }, { disabledAt: null })
  }
  const tokens: string[] = []
  for (const email of [ADMINISTRATOR, ...EMAILS]) tokens.push((await signIn(origin, email)).token)
  return tokens
}

/** Returns the milliseconds until a process agrees with the model; more than the limit if it doesn't by then. */
const delayOf = async (origin: string, token: string, wanted: Seen, since: number): Promise<number> => {
  const text = JSON.stringify(wanted)
  for (;;) {
    const askedAt = performance.now()
    const isCurrent = JSON.stringify(await seenBy(origin, token)) === text
    // A call that began within the limit may still return the previous rights.
    if (isCurrent || askedAt - since > LIMIT_MS) return isCurrent ? askedAt - since : Number.POSITIVE_INFINITY
  }
}

/**
 * Runs two processes on one PostgreSQL database. After each random change both must agree with the model about every
 * user, at the latest in a call that begins one second later.
 */
export const proveRights = async ({ changes, seed }: { changes: number; seed: number }) => {
  const figures = { changes: 0, checks: 0, stale: 0, slowestMs: 0 }
  const server = await startPostgres()
  try {
    const url = await server.createDatabase('rights')
    const fleet = await startFleet(url, 2)
    const store = await openPostgresStore(url)
    try {
      const { direct } = fleet
      const model = await prepare(store)
      const random = createRandom(seed)
      let tokens: string[] = []
      for (let count = 0; count < changes; count++) {
        if (count % CHANGES_PER_TOKEN === 0) tokens = await signInAll({ store, direct, model })
        const [token = '', ...users] = tokens
        await random.pick(CHANGES)({ store, direct, model, random, token }, count)
        figures.changes++
        const since = performance.now()
        const checks = direct.flatMap((origin) =>
          users.map((user, at) => delayOf(origin, user, expected(model, at), since)),
        )
        for (const delay of await Promise.all(checks)) {
          figures.checks++
          if (delay === Number.POSITIVE_INFINITY) figures.stale++
          else figures.slowestMs = Math.max(figures.slowestMs, Math.round(delay))
        }
      }
    } finally {
      await store.close()
      await fleet.stop()
    }
  } finally {
    await server.stop()
  }
  return figures
}
