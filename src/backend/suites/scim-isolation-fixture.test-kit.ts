import { aGroupRecord, aRoleRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, patch, type ScimClient, validateDomain } from './scim.test-kit.ts'

/** Two accounts with directories; a manager of lower rank created the token of one of them. */
export interface Fixture {
  kit: Kit
  /** A client of Acme. Its token belongs to Tom, who may set up provisioning but ranks below the administrators. */
  scim: ScimClient
  /** A client of Globex. */
  foreign: ScimClient
  /** A client of another connection of Acme. */
  sibling: ScimClient
  ids: {
    own: string
    foreign: string
    sibling: string
    foreignGroup: string
    siblingGroup: string
    /** Groups of Tom's connection: one with a role Tom lacks, one with a role that ranks higher, and a plain one. */
    rich: string
    high: string
    plain: string
    /** A user whom Tom's connection sent before they became an administrator. */
    risen: string
  }
}

const giveTomProvisioning = async ({ store }: Kit): Promise<void> => {
  const key = 'fe.secure.write.provisioningConfiguration'
  const at = { createdAt: 0, updatedAt: 0 }
  await store.permissions.insert({ id: `p ${key}`, key, name: key, description: '', categoryId: 'team', ...at })
  const manager = await store.roles.get('manager')
  const permissionIds = [...(JSON.parse(manager?.permissionIds ?? '[]') as string[]), `p ${key}`]
  await store.roles.update({ id: 'manager' }, { permissionIds: JSON.stringify(permissionIds) })
  await store.roles.insert(aRoleRecord({ id: 'rich', level: 50, permissionIds: '["p fe.secure.read.roles"]' }))
  // The default role must be one that Tom may grant.
  await store.roles.update({ id: 'member' }, { permissionIds: '["p fe.secure.read.userApiTokens"]' })
}

const created = async (scim: ScimClient, path: 'Users' | 'Groups', body: object): Promise<string> => {
  const response = await scim('POST', path, { body })
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.id
}

const rise = async ({ store }: Kit, email: string): Promise<void> => {
  await store.members.update({ tenantId: 'acme', email }, { roleIds: '["admin"]' })
}

export const prepare = async (kit: Kit): Promise<Fixture> => {
  await giveTomProvisioning(kit)
  for (const domain of ['acme.test', 'new.test']) await validateDomain(kit, domain)
  await validateDomain(kit, 'globex.test', 'globex')
  const tom = await connect(kit, { email: 'tom@acme.test' })
  const gia = await connect(kit, { email: 'gia@globex.test' })
  const ada = await connect(kit)
  const own = await created(tom.scim, 'Users', aUser('own@new.test'))
  const risen = await created(tom.scim, 'Users', aUser('risen@new.test'))
  const [rich, high, plain] = [
    await created(tom.scim, 'Groups', aGroup('Rich')),
    await created(tom.scim, 'Groups', aGroup('High')),
    await created(tom.scim, 'Groups', aGroup('Plain')),
  ]
  await kit.store.groups.update({ id: rich }, { roleIds: '["rich"]' })
  await kit.store.groups.update({ id: high }, { roleIds: '["admin"]' })
  await rise(kit, 'risen@new.test')
  await kit.store.groups.insert(aGroupRecord({ id: 'portal', name: 'Portal', roleIds: '["reader"]' }))
  return {
    kit,
    scim: tom.scim,
    foreign: gia.scim,
    sibling: ada.scim,
    ids: {
      own,
      risen,
      rich,
      high,
      plain,
      foreign: await created(gia.scim, 'Users', aUser('new@globex.test')),
      foreignGroup: await created(gia.scim, 'Groups', aGroup('Foreign')),
      sibling: await created(ada.scim, 'Users', aUser('sibling@new.test')),
      siblingGroup: await created(ada.scim, 'Groups', aGroup('Sibling')),
    },
  }
}

/** Returns all rows that a directory could change, to compare them before and after an attempt. */
export const effectsOf = async ({ store }: Kit): Promise<string> => {
  const names = ['users', 'members', 'roles', 'groups', 'sessions', 'directoryUsers', 'directoryGroups'] as const
  const rows = await Promise.all(names.map((name) => store[name].list({})))
  return JSON.stringify([rows, await store.directoryMemberships.list({})])
}

/** Returns 0 if a list was empty, as it must be. */
const listStatus = (found: { status: number; body: { totalResults?: number } }): number =>
  found.status === 200 && found.body.totalResults === 0 ? 0 : found.status

export interface Attempt {
  what: string
  /** Sets up further conditions before the attempt. */
  prepare?(fixture: Fixture): Promise<unknown>
  run(fixture: Fixture): Promise<number>
}

type Make = (fixture: Fixture) => readonly [method: string, path: string, body?: object, token?: string]

export const attempt = (what: string, make: Make): Attempt => ({
  what,
  run: async (fixture) => {
    const [method, path, body, token] = make(fixture)
    return (await fixture.scim(method, path, { ...(body && { body }), ...(token !== undefined && { token }) })).status
  },
})

export const listed = (what: string, make: Make): Attempt => ({
  what,
  run: async (fixture) => {
    const [method, path, body] = make(fixture)
    return listStatus(await fixture.scim(method, path, body && { body }))
  },
})

export const off = patch({ op: 'replace', path: 'active', value: false })
export const title = patch({ op: 'replace', path: 'displayName', value: 'Changed' })
export const join = (id: string) => patch({ op: 'add', path: 'members', value: [{ value: id }] })
