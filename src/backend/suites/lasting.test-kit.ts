import { aGroupRecord, aMemberRecord, anSsoConnectionRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import type { Caller } from '../call/caller.ts'
import { Refusal } from '../call/refusal.ts'
import { enterBySso } from '../domain/sso/enter-by-sso.ts'
import type { SsoConnectionRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { aUser, PATCH_SCHEMA, scimClient, validateDomain } from './scim.test-kit.ts'

/** Portal permissions that are removed from a guarantor one by one. */
export const TAKEN = [
  'fe.secure.read.users',
  'fe.secure.write.usersRoles',
  'fe.secure.delete.users',
  'fe.secure.read.roles',
  'fe.secure.read.audits',
  'fe.secure.write.securityPolicy',
  'fe.secure.write.samlConfiguration',
  'fe.secure.write.provisioningConfiguration',
  'fe.secure.write.tenantApiTokens',
  'fe.connectivity.write.webhook',
  'fe.subscriptions.read.*',
] as const

const GUARANTOR = 'gus'
const DOMAIN = 'guaranteed.test'

const plainCaller = (ipAddress: string | undefined): Caller => ({
  ipAddress,
  userAgent: '',
  origin: undefined,
  rawQuery: '',
  header: () => undefined,
  cookies: () => [],
})

/** Signs in by a connection, as if its identity provider vouched for the user. */
export const arrive = async (
  { ports, peer }: Kit,
  connection: SsoConnectionRecord,
  email: string,
  groups: readonly string[] = [],
): Promise<boolean> => {
  const reply = { status: 200, headers: new Headers() }
  const identity = { subject: email, email, name: undefined, emailVerified: true, groups: [...groups] }
  try {
    await enterBySso({ ports, caller: plainCaller(peer.address), reply }, connection, identity)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const roleIdOf = (key: string): string => `only ${key}`

/** Sets the permissions of the guarantor's role. */
export const setGuarantorKeys = async ({ store }: Kit, keys: readonly string[]): Promise<void> => {
  await store.roles.update({ id: 'of guarantor' }, { permissionIds: JSON.stringify(keys.map((key) => `p ${key}`)) })
}

const placed = async ({ store }: Kit, userId: string, roleIds: readonly string[]): Promise<string> => {
  const email = `${userId.replace(/[^a-z]/gi, '-').toLowerCase()}@${DOMAIN}`
  await store.users.insert(aUserRecord({ id: userId, email, passwordHash: null, verified: true }))
  const facts = { id: `acme-${userId}`, userId, email, verified: true, roleIds: JSON.stringify(roleIds) }
  await store.members.insert(aMemberRecord({ ...facts, tenantId: 'acme' }))
  return email
}

/** Adds an account with a guarantor who holds all of the permissions, and a role for each of them. */
export const plantGuarantor = async (kit: Kit): Promise<void> => {
  const { store, time } = kit
  const known = new Set((await store.permissions.list({})).map(({ id }) => id))
  for (const key of TAKEN) {
    const facts = { name: key, description: '', categoryId: 'x', createdAt: time.now, updatedAt: time.now }
    if (!known.has(`p ${key}`)) await store.permissions.insert({ id: `p ${key}`, key, ...facts })
    await store.roles.insert(
      aRoleRecord({ id: roleIdOf(key), tenantId: 'acme', level: 5, permissionIds: JSON.stringify([`p ${key}`]) }),
    )
  }
  await store.roles.insert(aRoleRecord({ id: 'of guarantor', tenantId: 'acme', level: 5, permissionIds: '[]' }))
  await setGuarantorKeys(kit, [...TAKEN, 'fe.secure.read.userApiTokens'])
  await placed(kit, GUARANTOR, ['of guarantor'])
}

/** A record that persists in an account, with one way in which it acts. */
export interface Lasting {
  /** Name for test titles. */
  what: string
  /** Creates it on behalf of the guarantor. */
  plant(kit: Kit): Promise<void>
  /** Tries an action that requires this permission, for a different user each time; returns whether it succeeded. */
  acts(kit: Kit, key: string, attempt: number): Promise<boolean>
  /** Returns whether it still works for users without administrative rights. */
  serves(kit: Kit, attempt: number): Promise<boolean>
}

const CONNECTION = {
  id: 'guaranteed',
  enabled: true,
  type: 'oidc',
  ssoEndpoint: 'https://idp.guaranteed.test',
  oidcClientId: 'x',
  roleIds: '["none"]',
  guarantorId: GUARANTOR,
}

const groupNamed = (key: string) => ({ id: key, group: key, roleIds: [roleIdOf(key)] })

const plantConnection = async (kit: Kit): Promise<void> => {
  await kit.store.roles.insert(aRoleRecord({ id: 'none', tenantId: 'acme', level: 9, permissionIds: '[]' }))
  const groups = JSON.stringify(TAKEN.map(groupNamed))
  const connection = await kit.store.ssoConnections.insert(anSsoConnectionRecord({ ...CONNECTION, groups }))
  const domain = { connectionId: connection.id, tenantId: 'acme', domain: DOMAIN, validated: true, createdAt: 0 }
  await kit.store.ssoDomains.insert({ id: 'guaranteed domain', ...domain })
}

const arriveAt = async (kit: Kit, email: string, groups?: readonly string[]): Promise<boolean> => {
  const connection = await kit.store.ssoConnections.get(CONNECTION.id)
  return connection !== undefined && arrive(kit, connection, email, groups)
}

const servesSignIns: Lasting['serves'] = async (kit, attempt) =>
  arriveAt(kit, await placed(kit, `ordinary ${'o'.repeat(attempt + 1)}`, ['member']))

const signsIn: Lasting = {
  what: 'an SSO connection that signs in administrators',
  plant: plantConnection,
  acts: async (kit, key, attempt) =>
    arriveAt(kit, await placed(kit, `${key} ${'a'.repeat(attempt + 1)}`, [roleIdOf(key)])),
  serves: servesSignIns,
}

const givesRoles: Lasting = {
  what: 'an SSO connection that gives roles to new users',
  plant: plantConnection,
  acts: async (kit, key, attempt) => {
    const email = `new-${key.replace(/[^a-z]/gi, '-').toLowerCase()}-${attempt}@${DOMAIN}`
    await arriveAt(kit, email, [key])
    const member = await kit.store.members.find({ tenantId: 'acme', email })
    return member?.roleIds.includes(roleIdOf(key)) ?? false
  },
  serves: servesSignIns,
}

const SECRET = 'fesc_guaranteed'

const plantDirectory = async (kit: Kit): Promise<void> => {
  const { store, ports, time } = kit
  await validateDomain(kit, DOMAIN)
  await store.directoryConnections.insert({
    id: 'guaranteed',
    tenantId: 'acme',
    source: 'other',
    name: 'Directory',
    syncToUserManagement: true,
    tokenHash: await ports.keyedHash('directory-token', SECRET),
    ownerId: GUARANTOR,
    createdAt: time.now,
    updatedAt: time.now,
    isIndexed: true,
    lastSyncAt: null,
  })
}

/** Adds a user as the directory does. */
const provision = async (kit: Kit, name: string): Promise<string | undefined> => {
  const response = await scimClient(kit, SECRET)('POST', 'Users', { body: aUser(`${name}@${DOMAIN}`) })
  return response.status === 201 ? String(response.body.id) : undefined
}

const patched = async (kit: Kit, path: string, operation: object): Promise<boolean> => {
  const body = { schemas: [PATCH_SCHEMA], Operations: [operation] }
  return (await scimClient(kit, SECRET)('PATCH', path, { body })).status < 300
}

const nameFor = (key: string, attempt: number) => `${key.replace(/[^a-z]/gi, '-').toLowerCase()}-${attempt}`

const servesSync: Lasting['serves'] = async (kit, attempt) => {
  const id = await provision(kit, `ordinary-${attempt}`)
  return id !== undefined && patched(kit, `Users/${id}`, { op: 'replace', path: 'active', value: false })
}

const touches: Lasting = {
  what: 'a directory that deactivates administrators',
  plant: plantDirectory,
  acts: async (kit, key, attempt) => {
    const name = nameFor(key, attempt)
    const id = await provision(kit, name)
    await kit.store.members.update({ email: `${name}@${DOMAIN}` }, { roleIds: JSON.stringify([roleIdOf(key)]) })
    return patched(kit, `Users/${id}`, { op: 'replace', path: 'active', value: false })
  },
  serves: servesSync,
}

const fillsGroups: Lasting = {
  what: 'a directory that adds users to groups with roles',
  plant: plantDirectory,
  acts: async (kit, key, attempt) => {
    const client = scimClient(kit, SECRET)
    const id = await provision(kit, nameFor(key, attempt))
    const displayName = `${key} ${attempt}`
    const group = await client('POST', 'Groups', {
      body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName },
    })
    await kit.store.groups.update({ id: group.body.id }, { roleIds: JSON.stringify([roleIdOf(key)]) })
    return patched(kit, `Groups/${group.body.id}`, { op: 'add', path: 'members', value: [{ value: id }] })
  },
  serves: servesSync,
}

/** All records that persist. Add new ones here, with an entry for each way in which they act. */
export const LASTING: readonly Lasting[] = [signsIn, givesRoles, touches, fillsGroups]

/** Leaves the guarantor only the roles of a group. */
const moveToGroup = async ({ store }: Kit, roleIds: readonly string[]): Promise<void> => {
  await store.groups.insert(aGroupRecord({ id: 'group', tenantId: 'acme', roleIds: JSON.stringify(roleIds) }))
  await store.members.update({ tenantId: 'acme', userId: GUARANTOR }, { roleIds: '[]', groupIds: '["group"]' })
}

/** Ways in which a guarantor loses every right in the account. */
export const LEAVES: Readonly<Record<string, (kit: Kit) => Promise<unknown>>> = {
  'is removed': ({ store }) => store.members.delete({ tenantId: 'acme', userId: GUARANTOR }),
  'is disabled by a directory': ({ store }) =>
    store.members.update({ tenantId: 'acme', userId: GUARANTOR }, { disabledAt: 1 }),
  'had temporary access that has ended': ({ store }) =>
    store.members.update({ tenantId: 'acme', userId: GUARANTOR }, { temporaryUntil: 1 }),
  'has no role any more': ({ store }) =>
    store.members.update({ tenantId: 'acme', userId: GUARANTOR }, { roleIds: '[]' }),
  'has a role without permissions': (kit) => setGuarantorKeys(kit, []),
  'had a role that was deleted': ({ store }) => store.roles.delete({ id: 'of guarantor' }),
  'is in a group that lost the role': (kit) => moveToGroup(kit, []),
  'has the role by groups that give none any more': async (kit) => {
    await moveToGroup(kit, ['of guarantor'])
    await setPolicy(kit, 'groups', { enabled: true, rolesEnabled: false }, 'acme')
  },
}
