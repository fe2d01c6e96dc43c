import { subTenants, subTenantTree } from '../../contract/accounts.ts'
import { apiTokens, tokensTenant } from '../../contract/api-tokens.ts'
import { groups } from '../../contract/groups.ts'
import { tokenGuarantors } from '../../contract/guarantees.ts'
import { roles } from '../../contract/roles.ts'
import { inviteLinkConfiguration, memberImpersonation, team } from '../../contract/users.ts'
import { aGroupRecord, aMemberRecord, aTenantRecord, aTicketRecord, aUserRecord } from '../../testing/records.ts'
import { LEFT } from '../domain/identity/guarantor/guarantor.ts'
import type { SettingValues } from '../domain/settings/all-settings.ts'
import type { Store } from '../store/store.ts'
import { directoryGrants } from './directory-grants.test-kit.ts'
import type { Grant } from './grant.test-kit.ts'
import { SSO_GRANTS } from './sso-grants.test-kit.ts'

const NOW = 1_767_225_600_000
const MINUTE = 60_000

const policy = (store: Store, kind: keyof SettingValues, value: object) =>
  store.policies.insert({
    id: `acme ${kind}`,
    tenantId: 'acme',
    kind,
    value: JSON.stringify(value),
    createdAt: 0,
    updatedAt: 0,
  })

const giveMel = (store: Store, role: string, facts: object = {}) =>
  store.members.update({ userId: 'mel', tenantId: 'acme' }, { roleIds: JSON.stringify([role]), ...facts })

/** Adds `child`, an account below Acme with one member. */
const addChild = async (store: Store, roleIds: readonly string[] = []): Promise<void> => {
  await store.tenants.insert(aTenantRecord({ id: 'child', parentId: 'acme' }))
  const link = { ancestorId: 'acme', depth: 1, name: 'Child', createdAt: 0 }
  await store.accountLinks.insert({ ...link, id: 'acme/child', tenantId: 'child' })
  const kid = { userId: 'kid', email: 'kid@child.test' }
  await store.users.insert(aUserRecord({ id: 'kid', email: kid.email, tenantId: 'child' }))
  await store.members.insert(
    aMemberRecord({ ...kid, id: 'child-kid', tenantId: 'child', roleIds: JSON.stringify(roleIds) }),
  )
}

/** Makes a role the one that new members get. */
const makeDefault = async (store: Store, role: string): Promise<void> => {
  await store.roles.update({ isDefault: true }, { isDefault: false })
  await store.roles.update({ id: role }, { isDefault: true })
}

const addLink = (store: Store) =>
  store.tickets.insert(
    aTicketRecord({ id: 'link', purpose: 'invite-link', userId: 'eve', expiresAt: NOW + 10 * MINUTE }),
  )

/** Adds a group of Acme with Eve as a member. */
const addGroup = async (store: Store, roleIds: readonly string[]): Promise<void> => {
  await store.groups.insert(aGroupRecord({ id: 'vips', roleIds: JSON.stringify(roleIds) }))
  const eve = await store.members.find({ userId: 'eve' })
  const before: string[] = JSON.parse(eve?.groupIds ?? '[]')
  await store.members.update({ userId: 'eve' }, { groupIds: JSON.stringify([...before, 'vips']) })
}

/** Adds a role of Acme's own, with the rank and permissions of `role`. */
const addOwnRole = async (store: Store, role: string): Promise<void> => {
  const like = await store.roles.get(role)
  if (like) await store.roles.insert({ ...like, id: 'own', key: 'own', tenantId: 'acme' })
}

const addPlainRole = async (store: Store): Promise<void> => {
  const like = await store.roles.get('plain')
  if (like) await store.roles.insert({ ...like, id: 'own', key: 'own', tenantId: 'acme' })
}

const addToken = (store: Store, roleIds: readonly string[] = []) =>
  store.apiTokens.insert({
    id: 'token',
    tenantId: 'acme',
    userId: null,
    kind: 'ClientCredentials',
    secretHash: 'token',
    description: 'Token',
    roleIds: JSON.stringify(roleIds),
    createdByUserId: 'ada',
    guarantorId: LEFT,
    createdAt: 0,
    expiresAt: null,
    lastUsedAt: null,
    lastIpAddress: null,
  })

const place = (role: string) => ({ tenantId: 'child', roleIds: [role] })
const newToken = (role: string) => ({ description: 'Script', expiresInMinutes: 60, roleIds: [role] })
const newcomer = { email: 'new@acme.test', provider: 'local' }
/** The permissions that `role` has in the permission variants. */
const RICH = ['p fe.usage.read']

const MEMBERS: Grant[] = [
  {
    operation: 'team.updateMember',
    endpoint: team.updateMember,
    body: (role) => ({ id: 'eve', roleIds: ['eve', role] }),
  },
  { operation: 'team.updateMember', endpoint: team.updateMember, body: (role) => ({ id: 'mel', roleIds: [role] }) },
  { operation: 'team.addUser', endpoint: team.addUser, body: (role) => ({ ...newcomer, roleIds: [role] }) },
  {
    operation: 'team.addUser',
    endpoint: team.addUser,
    arrange: makeDefault,
    body: () => ({ ...newcomer, roleIds: [] }),
  },
  {
    operation: 'team.createInviteLink',
    endpoint: team.createInviteLink,
    arrange: makeDefault,
    body: () => ({ expiresInMinutes: 60 }),
  },
  {
    operation: 'team.updateInviteLink',
    endpoint: team.updateInviteLink,
    arrange: async (store, role) => {
      await makeDefault(store, role)
      await addLink(store)
    },
    body: () => ({ expiresInMinutes: 1_000 }),
  },
  {
    operation: 'inviteLinkConfiguration.updateInviteLinkConfig',
    endpoint: inviteLinkConfiguration.updateInviteLinkConfig,
    arrange: async (store, role) => {
      await makeDefault(store, role)
      await policy(store, 'invite-links', { tenantInvitationsAllowed: false })
    },
    body: () => ({ tenantInvitationsAllowed: true }),
  },
  {
    operation: 'team.extendTemporaryUser',
    endpoint: team.extendTemporaryUser,
    path: { userId: 'mel' },
    arrange: (store, role) => giveMel(store, role, { temporaryUntil: NOW - MINUTE }),
    body: () => ({ expirationInSeconds: 3_600 }),
  },
  {
    operation: 'team.makeUserPermanent',
    endpoint: team.makeUserPermanent,
    path: { userId: 'mel' },
    arrange: (store, role) => giveMel(store, role, { temporaryUntil: NOW + MINUTE }),
  },
  {
    operation: 'memberImpersonation.startImpersonation',
    endpoint: memberImpersonation.startImpersonation,
    path: { userId: 'mel' },
    arrange: giveMel,
    isByPermission: true,
  },
]

const SUB_ACCOUNTS: Grant[] = [
  {
    operation: 'subTenants.addUsers',
    endpoint: subTenants.addUsers,
    arrange: (store) => addChild(store),
    body: (role) => ({ users: [{ email: 'new@child.test' }], ...place(role) }),
  },
  {
    operation: 'subTenants.addUsers',
    endpoint: subTenants.addUsers,
    arrange: (store, role) => addChild(store, [role]),
    body: () => ({ users: [{ email: 'kid@child.test' }], ...place('plain'), allowSubAccountAccess: true }),
  },
  {
    operation: 'subTenants.addUserToTenants',
    endpoint: subTenants.addUserToTenants,
    arrange: (store) => addChild(store),
    body: (role) => ({ user: { email: 'new@child.test' }, subTenants: [place(role)] }),
  },
  {
    operation: 'subTenants.setUserRoles',
    endpoint: subTenants.setUserRoles,
    path: { userId: 'kid' },
    arrange: (store) => addChild(store),
    body: (role) => ({ subTenantsRoles: [place(role)] }),
  },
  {
    operation: 'subTenants.setSubAccountAccess',
    endpoint: subTenants.setSubAccountAccess,
    path: { userId: 'mel' },
    arrange: giveMel,
    body: () => ({ allowAccess: true }),
  },
  {
    operation: 'subTenantTree.moveSubTenant',
    endpoint: subTenantTree.moveSubTenant,
    path: { tenantId: 'other' },
    arrange: async (store, role) => {
      await addChild(store, [role])
      await store.members.update({ userId: 'kid' }, { subAccountAccess: true })
      await store.tenants.insert(aTenantRecord({ id: 'other', parentId: 'acme' }))
      const link = { ancestorId: 'acme', depth: 1, name: 'Other', createdAt: 0 }
      await store.accountLinks.insert({ ...link, id: 'acme/other', tenantId: 'other' })
    },
    body: () => ({ parentTenantId: 'child' }),
  },
]

const GROUPS: Grant[] = [
  {
    operation: 'groups.addRoles',
    endpoint: groups.addRoles,
    path: { groupId: 'vips' },
    arrange: (store) => addGroup(store, []),
    body: (role) => ({ roleIds: [role] }),
  },
  {
    operation: 'groups.addUsers',
    endpoint: groups.addUsers,
    path: { groupId: 'vips' },
    arrange: (store, role) => store.groups.insert(aGroupRecord({ id: 'vips', roleIds: JSON.stringify([role]) })),
    body: () => ({ userIds: ['eve'] }),
  },
  ...[{ rolesEnabled: false }, { enabled: false }].map(
    (off): Grant => ({
      operation: 'groups.updateConfiguration',
      endpoint: groups.updateConfiguration,
      arrange: async (store, role) => {
        await addGroup(store, [role])
        await policy(store, 'groups', off)
      },
      body: () => ({ enabled: true, rolesEnabled: true }),
    }),
  ),
]

const ROLES: Grant[] = [
  {
    operation: 'roles.addRole',
    endpoint: roles.addRole,
    body: () => ({ key: 'own', name: 'Own', description: '', isDefault: false, level: 99, permissions: RICH }),
    isByPermission: true,
  },
  {
    operation: 'roles.updateRole',
    endpoint: roles.updateRole,
    path: { roleId: 'own' },
    arrange: addOwnRole,
    body: () => ({ isDefault: true }),
  },
  {
    operation: 'roles.attachPermissions',
    endpoint: roles.attachPermissions,
    path: { roleId: 'own' },
    arrange: addPlainRole,
    body: () => ({ permissionIds: RICH }),
    isByPermission: true,
  },
]

const TOKENS: Grant[] = [
  {
    operation: 'tokensTenant.createAccessToken',
    endpoint: tokensTenant.createAccessToken,
    arrange: (store) => policy(store, 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' }),
    body: newToken,
  },
  {
    operation: 'tokensTenant.createClientCredential',
    endpoint: tokensTenant.createClientCredential,
    body: newToken,
  },
  {
    operation: 'apiTokens.updateTenantApiToken',
    endpoint: apiTokens.updateTenantApiToken,
    path: { tokenId: 'token' },
    arrange: (store) => addToken(store),
    body: (role) => ({ roleIds: [role] }),
  },
  {
    operation: 'tokenGuarantors.setTokenGuarantor',
    endpoint: tokenGuarantors.setTokenGuarantor,
    path: { tokenId: 'token' },
    arrange: (store, role) => addToken(store, [role]),
    body: () => ({ userId: 'ada' }),
  },
]

/** Every way in which a served call makes a role or permission effective. */
export const GRANTS: readonly Grant[] = [
  ...MEMBERS,
  ...SUB_ACCOUNTS,
  ...GROUPS,
  ...ROLES,
  ...TOKENS,
  ...SSO_GRANTS,
  ...directoryGrants(makeDefault),
]
