import { randomUUID } from 'node:crypto'
import { groups as groupCalls } from '../../contract/groups.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { roles as roleCalls } from '../../contract/roles.ts'
import type { Random } from '../../testing/random.ts'
import { tenantIdOf } from '../sample/tenants.ts'
import type { GroupRecord, MemberRecord, RoleRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ask } from './processes-browser.test-kit.ts'

const TENANT = tenantIdOf('acme')
export const ADMINISTRATOR = 'ada@acme.test'
/** Users who sign in by password alone. */
export const EMAILS = ['mel@acme.test', 'pia@acme.test']
const ROLES = ['one', 'two', 'three']
const GROUPS = ['red', 'blue']
const PERMISSIONS = ['read', 'write', 'share', 'print', 'sign', 'send']
const FEATURES = ['reports', 'exports']
const PLANS = ['small', 'large']
/** The grant that lets the administrator give every permission of the proof. */
const ALL = 'all'
const ATTEMPTS = [3, 5, 8, 13]

/** Rights of the users after the changes, derived without any rule of the backend. */
export interface Model {
  /** Permission keys by the variable part of their ID. */
  keys: Record<string, string>
  /** Permissions of each role. */
  held: Record<string, string[]>
  /** Roles of each group; null while the group doesn't exist. */
  groups: Record<string, string[] | null>
  members: { email: string; id: string; roles: string[]; groups: string[]; isSuspended: boolean }[]
  /** Features of each plan. */
  plans: Record<string, string[]>
  plan: string | null
  allowsSignUps: boolean
  /** Failed sign-ins after which the vendor and the account lock a user; the stricter one applies. */
  attempts: { vendor: number; account: number }
  /** Reasons for which the account keeps everyone out, the administrator included. */
  isAccountSuspended: boolean
  blocksIps: boolean
}

/** Facts that a process reports about one user. */
export interface Seen {
  isIn: boolean
  permissions: string[]
  features: string[]
  allowsSignUps: boolean
  /** The account's lockout policy; null while the administrator is kept out. */
  maxAttempts: number | null
}

const permissionId = (name: string) => `proof-permission-${name}`
const roleId = (name: string) => `proof-role-${name}`
const groupId = (name: string) => `proof-group-${name}`

const isClosed = ({ isAccountSuspended, blocksIps }: Model): boolean => isAccountSuspended || blocksIps

/** Returns the names of the rarer states that hold now, so that a run can prove that it reached each of them. */
export const statesOf = ({ isAccountSuspended, blocksIps, members, groups, attempts }: Model): string[] => {
  const grants = members.some((member) => !member.isSuspended && member.groups.some((name) => groups[name]?.length))
  return [
    isAccountSuspended && 'account suspended',
    blocksIps && 'IP addresses refused',
    attempts.account !== attempts.vendor && 'own lockout policy',
    grants && !isAccountSuspended && !blocksIps && 'roles by groups',
  ].filter((state) => state !== false)
}

export const expected = (model: Model, at: number): Seen => {
  const { roles, groups, isSuspended } = model.members[at] as Model['members'][number]
  const held = new Set([...roles, ...groups.flatMap((group) => model.groups[group] ?? [])])
  const names = new Set([...held].flatMap((role) => model.held[role] ?? []))
  const features = model.plan === null ? [] : (model.plans[model.plan] ?? [])
  const isIn = !isSuspended && !isClosed(model)
  return {
    isIn,
    permissions: isIn ? [...names].map((name) => model.keys[name] ?? '').sort() : [],
    features: isIn ? [...features].sort() : [],
    allowsSignUps: model.allowsSignUps,
    maxAttempts: isClosed(model) ? null : Math.min(model.attempts.vendor, model.attempts.account),
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

const aGroup = (name: string): GroupRecord => ({
  id: groupId(name),
  tenantId: TENANT,
  name: `Proof ${name}`,
  color: null,
  description: '',
  metadata: null,
  managedBy: 'frontegg',
  roleIds: '[]',
  createdAt: 0,
  updatedAt: 0,
})

const savePolicy = async (store: Store, tenantId: string | null, kind: string, value: object) => {
  const written = { value: JSON.stringify(value), updatedAt: Date.now() }
  if (await store.policies.update({ tenantId, kind }, written)) return
  await store.policies.insert({ id: randomUUID(), tenantId, kind, createdAt: 0, ...written })
}

const saveCatalog = (store: Store, { plans }: Model) =>
  savePolicy(store, null, 'entitlements', {
    features: FEATURES.map((key) => ({ key })),
    plans: PLANS.map((id) => ({ id, includes: plans[id] ?? [] })),
  })

const savePlan = (store: Store, { plan }: Model) =>
  savePolicy(store, TENANT, 'plan', { planId: plan, expireTime: -1, extras: [] })

const saveSuspension = (store: Store, { isAccountSuspended }: Model) =>
  store.tenants.update({ id: TENANT }, { suspendedAt: isAccountSuspended ? Date.now() : null })

/** The calls of the proof have no IP address, which restrictions refuse. */
const saveIps = async (store: Store, { blocksIps }: Model) => {
  const config = { isActive: blocksIps, revision: randomUUID(), updatedAt: Date.now() }
  if (await store.ipConfigs.update({ id: TENANT }, config)) return
  await store.ipConfigs.insert({ id: TENANT, strategy: 'ALLOW', createdAt: 0, ...config })
}

const saveAttempts = async (store: Store, { attempts: { vendor, account } }: Model) => {
  await savePolicy(store, null, 'lockout', { enabled: true, maxAttempts: vendor })
  await savePolicy(store, TENANT, 'lockout', { enabled: true, maxAttempts: account })
}

const memberOf = async (store: Store, email: string): Promise<MemberRecord> => {
  const member = await store.members.find({ tenantId: TENANT, email })
  if (!member) throw new Error(`${email} is no member`)
  return member
}

/** Ends all that keeps users out, so that they can sign in. */
export const open = async (store: Store, model: Model): Promise<void> => {
  Object.assign(model, { isAccountSuspended: false, blocksIps: false })
  await saveSuspension(store, model)
  await saveIps(store, model)
  for (const member of model.members) {
    member.isSuspended = false
    await store.members.update({ id: member.id }, { disabledAt: null })
  }
}

export const prepare = async (store: Store): Promise<Model> => {
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
  await store.groups.insertMany(GROUPS.map(aGroup))
  const administrator = await memberOf(store, ADMINISTRATOR)
  const own = JSON.parse(administrator.roleIds) as string[]
  await store.members.update({ id: administrator.id }, { roleIds: JSON.stringify([...own, roleId(ALL)]) })
  const found = await Promise.all(EMAILS.map((email) => memberOf(store, email)))
  for (const { id } of found) await store.members.update({ id }, { roleIds: '[]', groupIds: '[]' })
  const model: Model = {
    keys: Object.fromEntries(PERMISSIONS.map((name) => [name, `proof.${name}`])),
    held: Object.fromEntries(ROLES.map((name) => [name, []])),
    groups: Object.fromEntries(GROUPS.map((name) => [name, []])),
    members: found.map(({ id, email }) => ({ id, email, roles: [], groups: [], isSuspended: false })),
    plans: Object.fromEntries(PLANS.map((plan) => [plan, []])),
    plan: null,
    allowsSignUps: true,
    attempts: { vendor: 5, account: 5 },
    isAccountSuspended: false,
    blocksIps: false,
  }
  await saveCatalog(store, model)
  await savePlan(store, model)
  await savePolicy(store, null, 'public-policy', { allowSignups: true })
  await saveAttempts(store, model)
  await open(store, model)
  return model
}

export interface Fixture {
  store: Store
  direct: readonly string[]
  model: Model
  random: Random
  /** Access token of the administrator. */
  token: string
}

type Change = (fixture: Fixture, count: number) => Promise<void>

const subset = ({ random }: Fixture, of: readonly string[]) => of.filter(() => random.chance(0.5))

/** Sends the administrator's call to one of the processes; returns whether the account lets them in. */
const byCall = async ({ random, direct, token, model }: Fixture, method: string, path: string, body?: object) => {
  const { status, body: read } = await ask(random.pick(direct), method, API_PREFIX + path, { token, body })
  if (isClosed(model) ? status !== 401 && status !== 403 : status !== 200)
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(read)}`)
  return status === 200
}

const changeHeld: Change = async (fixture) => {
  const role = fixture.random.pick(ROLES)
  const wanted = subset(fixture, PERMISSIONS)
  const path = roleCalls.attachPermissions.path.replace('{roleId}', roleId(role))
  if (await byCall(fixture, 'PUT', path, { permissionIds: wanted.map(permissionId) })) fixture.model.held[role] = wanted
}

const groupPath = (path: string, name: string) => path.replace('{groupId}', groupId(name))

/** Gives a group roles, takes some from it, or deletes it; a deleted group is created again with its ID. */
const changeGroup: Change = async (fixture) => {
  const { random, model, store } = fixture
  const name = random.pick(GROUPS)
  const roles = model.groups[name]
  if (!roles) {
    await store.groups.insert(aGroup(name))
    model.groups[name] = []
  } else if (random.chance(0.2)) {
    if (await byCall(fixture, 'DELETE', groupPath(groupCalls.deleteGroup.path, name))) model.groups[name] = null
  } else {
    const wanted = subset(fixture, ROLES)
    const { method, path } = random.chance(0.6) ? groupCalls.addRoles : groupCalls.removeRoles
    if (!(await byCall(fixture, method, groupPath(path, name), { roleIds: wanted.map(roleId) }))) return
    const others = roles.filter((role) => !wanted.includes(role))
    model.groups[name] = method === groupCalls.addRoles.method ? [...others, ...wanted] : others
  }
}

/** Changes made by calls, and others made outside of both processes, such as by a command or a third process. */
export const CHANGES: readonly Change[] = [
  changeHeld,
  changeGroup,
  async (fixture) => {
    const member = fixture.random.pick(fixture.model.members)
    member.groups = subset(fixture, GROUPS)
    await fixture.store.members.update({ id: member.id }, { groupIds: JSON.stringify(member.groups.map(groupId)) })
  },
  async ({ model, store }) => {
    model.isAccountSuspended = !model.isAccountSuspended
    await saveSuspension(store, model)
  },
  async ({ model, store }) => {
    model.blocksIps = !model.blocksIps
    await saveIps(store, model)
  },
  // The account is open most of the time, because a closed one leaves no rights to compare.
  async ({ model, store }) => {
    Object.assign(model, { isAccountSuspended: false, blocksIps: false })
    await saveSuspension(store, model)
    await saveIps(store, model)
  },
  async ({ random, model, store }) => {
    model.attempts = { ...model.attempts, [random.pick(['vendor', 'account'])]: random.pick(ATTEMPTS) }
    await saveAttempts(store, model)
  },
  async (fixture) => {
    const member = fixture.random.pick(fixture.model.members)
    member.roles = subset(fixture, ROLES)
    await fixture.store.members.update({ id: member.id }, { roleIds: JSON.stringify(member.roles.map(roleId)) })
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
  async (fixture) => {
    fixture.model.plans[fixture.random.pick(PLANS)] = subset(fixture, FEATURES)
    await saveCatalog(fixture.store, fixture.model)
  },
  async ({ random, model, store }) => {
    model.plan = random.pick([null, ...PLANS])
    await savePlan(store, { ...model })
  },
]
