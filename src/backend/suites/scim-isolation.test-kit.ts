import { aGroupRecord, aRoleRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, patch, type ScimClient, validateDomain } from './scim.test-kit.ts'

/** Two accounts with directories, one whose token a manager of lower rank created. */
export interface World {
  kit: Kit
  /** Of Acme; its token belongs to Tom, who may provision but ranks below the administrators. */
  scim: ScimClient
  /** Of Globex. */
  foreign: ScimClient
  /** Another connection of Acme. */
  sibling: ScimClient
  ids: {
    own: string
    foreign: string
    sibling: string
    foreignGroup: string
    siblingGroup: string
    /** Groups of Tom's connection: with a role he lacks, with one that ranks higher, and plain. */
    rich: string
    high: string
    plain: string
    /** A user Tom's connection sent before they became an administrator. */
    risen: string
  }
}

/** 0 when a list was empty, as it must be. */
const listStatus = (found: { status: number; body: { totalResults?: number } }): number =>
  found.status === 200 && found.body.totalResults === 0 ? 0 : found.status

export interface Attempt {
  what: string
  run(world: World): Promise<number>
}

const giveTomProvisioning = async ({ store }: Kit): Promise<void> => {
  const key = 'fe.secure.write.provisioningConfiguration'
  const at = { createdAt: 0, updatedAt: 0 }
  await store.permissions.insert({ id: `p ${key}`, key, name: key, description: '', categoryId: 'team', ...at })
  const manager = await store.roles.get('manager')
  const permissionIds = [...(JSON.parse(manager?.permissionIds ?? '[]') as string[]), `p ${key}`]
  await store.roles.update({ id: 'manager' }, { permissionIds: JSON.stringify(permissionIds) })
  await store.roles.insert(aRoleRecord({ id: 'rich', level: 50, permissionIds: '["p fe.secure.read.roles"]' }))
  // The default role must be one that Tom may give.
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

export const prepare = async (kit: Kit): Promise<World> => {
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

/** Everything that a directory could change, but for what it may. */
export const effectsOf = async ({ store }: Kit): Promise<string> => {
  const names = ['users', 'members', 'roles', 'groups', 'sessions', 'directoryUsers', 'directoryGroups'] as const
  const rows = await Promise.all(names.map((name) => store[name].list({})))
  return JSON.stringify([rows, await store.directoryMemberships.list({})])
}

type Make = (world: World) => readonly [method: string, path: string, body?: object, token?: string]

const attempt = (what: string, make: Make): Attempt => ({
  what,
  run: async (world) => {
    const [method, path, body, token] = make(world)
    return (await world.scim(method, path, { ...(body && { body }), ...(token !== undefined && { token }) })).status
  },
})

const listed = (what: string, make: Make): Attempt => ({
  what,
  run: async (world) => {
    const [method, path, body] = make(world)
    return listStatus(await world.scim(method, path, body && { body }))
  },
})

const off = patch({ op: 'replace', path: 'active', value: false })
const title = patch({ op: 'replace', path: 'displayName', value: 'Changed' })
const join = (id: string) => patch({ op: 'add', path: 'members', value: [{ value: id }] })

/** The same five requests for a resource that belongs to someone else. */
const onResource = (whose: string, kind: 'Users' | 'Groups', idOf: (world: World) => string): Attempt[] => [
  attempt(`reads ${whose}`, (world) => ['GET', `${kind}/${idOf(world)}`]),
  attempt(`replaces ${whose}`, (world) => [
    'PUT',
    `${kind}/${idOf(world)}`,
    kind === 'Users' ? aUser('taken@new.test') : aGroup('Taken'),
  ]),
  attempt(`patches ${whose}`, (world) => ['PATCH', `${kind}/${idOf(world)}`, title]),
  attempt(`deletes ${whose}`, (world) => ['DELETE', `${kind}/${idOf(world)}`]),
]

const MEMBERSHIP: readonly Attempt[] = [
  attempt('adds a user to a group whose role its owner lacks', ({ ids }) => [
    'PATCH',
    `Groups/${ids.rich}`,
    join(ids.own),
  ]),
  attempt('adds a user to a group whose role ranks higher', ({ ids }) => [
    'PATCH',
    `Groups/${ids.high}`,
    join(ids.own),
  ]),
  attempt('replaces the members of a group whose role its owner lacks', ({ ids }) => [
    'PUT',
    `Groups/${ids.rich}`,
    aGroup('Rich', [ids.own]),
  ]),
  attempt('adds a user of another account to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join(ids.foreign),
  ]),
  attempt('adds a user of another connection to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join(ids.sibling),
  ]),
  attempt('adds a member by the id of the portal to a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    join('ada'),
  ]),
  attempt('creates a group with a user of another account', ({ ids }) => [
    'POST',
    'Groups',
    aGroup('New', [ids.foreign]),
  ]),
  attempt('nests a group in a group', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    patch({ op: 'add', path: 'members', value: [{ value: ids.rich, type: 'Group' }] }),
  ]),
  attempt('deletes a group whose role ranks higher', ({ ids }) => ['DELETE', `Groups/${ids.high}`]),
  attempt('takes the name of a group of the portal', () => ['POST', 'Groups', aGroup('Portal')]),
  attempt('renames a group to one of the portal', ({ ids }) => [
    'PATCH',
    `Groups/${ids.plain}`,
    patch({ op: 'replace', path: 'displayName', value: 'Portal' }),
  ]),
]

const USERS_OF_OTHERS: readonly Attempt[] = [
  attempt('claims an administrator who ranks higher than its owner', () => ['POST', 'Users', aUser('ada@acme.test')]),
  attempt('claims a member whose domain no one validated', () => ['POST', 'Users', aUser('max@multi.test')]),
  attempt('claims a user of another connection', () => ['POST', 'Users', aUser('sibling@new.test')]),
  attempt('claims an administrator by a second email', () => [
    'POST',
    'Users',
    { ...aUser('x@new.test'), emails: [{ value: 'ada@acme.test', primary: true }] },
  ]),
  attempt('deactivates a user who became an administrator', ({ ids }) => ['PATCH', `Users/${ids.risen}`, off]),
  attempt('renames a user who became an administrator', ({ ids }) => ['PATCH', `Users/${ids.risen}`, title]),
  attempt('deletes a user who became an administrator', ({ ids }) => ['DELETE', `Users/${ids.risen}`]),
  attempt('moves its user to the email of an administrator', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('ada@acme.test'),
  ]),
  attempt('moves its user to a domain of another account', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('x@globex.test'),
  ]),
  attempt('moves its user to a domain that no one validated', ({ ids }) => [
    'PUT',
    `Users/${ids.own}`,
    aUser('x@else.test'),
  ]),
  attempt('changes the id of its user', ({ ids }) => [
    'PATCH',
    `Users/${ids.own}`,
    patch({ op: 'replace', path: 'id', value: 'ada' }),
  ]),
  attempt('puts its user in a group by the user’s own attribute', ({ ids }) => [
    'PATCH',
    `Users/${ids.own}`,
    patch({ op: 'add', path: 'groups', value: [{ value: ids.high }] }),
  ]),
]

const READING: readonly Attempt[] = [
  listed('lists users of another account by userName', () => ['GET', 'Users?filter=userName+eq+"new@globex.test"']),
  listed('lists members of the account by email', () => ['GET', 'Users?filter=emails+co+"ada@"']),
  listed('lists users of another connection', () => ['GET', 'Users?filter=userName+sw+"sibling"']),
  listed('searches groups of another account', () => ['GET', 'Groups?filter=displayName+eq+"Foreign"']),
  listed('searches groups of the portal', () => ['GET', 'Groups?filter=displayName+eq+"Portal"']),
  listed('searches users by a group of another account', ({ ids }) => [
    'GET',
    `Users?filter=groups.value+eq+"${ids.foreignGroup}"`,
  ]),
]

const TOKENS: readonly Attempt[] = [
  attempt('calls without a token', () => ['GET', 'Users', undefined, '']),
  attempt('calls with a token that was never issued', () => ['GET', 'Users', undefined, `fesc_${'x'.repeat(43)}`]),
  attempt('calls with the id of a connection as token', () => ['GET', 'Users', undefined, 'fesc_directory']),
]

export const ATTEMPTS: readonly Attempt[] = [
  ...onResource('a user of another account', 'Users', ({ ids }) => ids.foreign),
  ...onResource('a group of another account', 'Groups', ({ ids }) => ids.foreignGroup),
  ...onResource('a user of another connection', 'Users', ({ ids }) => ids.sibling),
  ...onResource('a group of another connection', 'Groups', ({ ids }) => ids.siblingGroup),
  ...onResource('a member by the id of the portal', 'Users', () => 'ada'),
  ...onResource('a group of the portal', 'Groups', () => 'portal'),
  ...MEMBERSHIP,
  ...USERS_OF_OTHERS,
  ...READING,
  ...TOKENS,
]
