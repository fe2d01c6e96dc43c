import { fillPath } from '../../contract/path.ts'
import { aGroupRecord, aMemberRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import { createApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import { allRoutes } from '../handlers/index.ts'
import type { Grant } from './grant.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** Permissions that some calls require in addition to their own. */
const BESIDES = [
  'fe.secure.write.usersRoles',
  'fe.account-hierarchy.write.subAccountAccess',
  'fe.account-hierarchy.write.subAccount',
]

/** Callers who may make a call but lack what it would grant, with the keys and rank of their role. */
export const LACKING = {
  'with the permission of the call alone': { keys: BESIDES, level: 10 },
  'with a wildcard that ends short of it': { keys: ['fe.secure.*', 'fe.account-hierarchy.*'], level: 10 },
  'with every permission, but a lower rank': { keys: ['fe.*'], level: 50 },
  'whose own roles come from a group': { keys: BESIDES, level: 10, isInGroup: true },
  'that is an API token': { keys: BESIDES, level: 10, isMachine: true },
} as const

export type Lacking = keyof typeof LACKING

interface CallerFacts {
  keys: readonly string[]
  level: number
  isInGroup?: boolean
  isMachine?: boolean
}

const keyOf = (operation: string): readonly string[] => {
  const key = allRoutes().find((route) => route.operation === operation)?.rules.permission ?? null
  return key === null ? [] : [key]
}

const addPermissions = async ({ store }: Kit, keys: readonly string[]): Promise<string[]> => {
  for (const key of keys) {
    if (await store.permissions.find({ key })) continue
    const facts = { name: key, description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: `p ${key}`, key, ...facts })
  }
  return keys.map((key) => `p ${key}`)
}

/** Adds Eve to Acme, with a role of exactly these keys. */
const addEve = async (kit: Kit, { keys, level, isInGroup = false }: CallerFacts): Promise<void> => {
  const { store, ports } = kit
  const permissionIds = JSON.stringify(await addPermissions(kit, keys))
  await store.roles.insert(aRoleRecord({ id: 'eve', level, permissionIds }))
  const passwordHash = await ports.hasher.hash(PASSWORD)
  await store.users.insert(aUserRecord({ id: 'eve', email: 'eve@acme.test', passwordHash }))
  if (isInGroup) await store.groups.insert(aGroupRecord({ id: 'eves', roleIds: '["eve"]' }))
  const place = isInGroup ? { groupIds: '["eves"]' } : { roleIds: '["eve"]' }
  await store.members.insert(aMemberRecord({ id: 'acme-eve', userId: 'eve', email: 'eve@acme.test', ...place }))
}

const machineToken = async ({ ports }: Kit): Promise<string> => {
  const facts = { tenantId: 'acme', userId: null, kind: 'AccessToken', createdByUserId: 'ada' } as const
  const made = await createApiToken(ports, { ...facts, description: 'Eve', roleIds: ['eve'], expiresInMinutes: null })
  return made.secret
}

/** Returns the data that determines what each user may do. */
const effects = async ({ store }: Kit): Promise<string> => {
  const names = [
    'members',
    'roles',
    'groups',
    'policies',
    'accountLinks',
    'tickets',
    'apiTokens',
    'ssoConnections',
    'samlSettings',
    'ssoDomains',
    'directoryConnections',
  ] as const
  const rows = await Promise.all(names.map((name) => store[name].list({})))
  return JSON.stringify(rows, (field, value) =>
    field === 'lastUsedAt' || field === 'lastIpAddress' ? undefined : value,
  )
}

interface Outcome {
  status: number
  hasChanged: boolean
}

/** Makes a granting call as Eve, with the rights in `facts`. */
export const attempt = async (kit: Kit, grant: Grant, facts: CallerFacts): Promise<Outcome> => {
  const { store } = kit
  await kit.reset()
  await addPermissions(kit, ['fe.usage.read'])
  await store.roles.insertMany([
    aRoleRecord({ id: 'plain', level: 99 }),
    aRoleRecord({ id: 'rich', level: 99, permissionIds: '["p fe.usage.read"]' }),
    aRoleRecord({ id: 'high', level: 1, permissionIds: '["p fe.secure.read.users"]' }),
  ])
  await addEve(kit, { ...facts, keys: [...new Set([...facts.keys, ...keyOf(grant.operation)])] })
  const role = facts.keys.includes('fe.*') ? 'high' : 'rich'
  await grant.arrange?.(store, role)
  const token = facts.isMachine ? await machineToken(kit) : (await kit.signIn('eve@acme.test')).token
  const before = await effects(kit)
  const { method, path } = grant.endpoint
  const url = fillPath(path, grant.path ?? {})
  const { status } = await kit.call(method, url, { token, body: grant.body?.(role) ?? {} })
  return { status, hasChanged: (await effects(kit)) !== before }
}
