import { stableId } from '../../../stable-id.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { PermissionCategoryRecord, PermissionRecord, RoleRecord } from '../../../store/records.ts'
import { type Collection, type Collections, type Store, unlessDuplicate } from '../../../store/store.ts'

interface Category {
  category: string
  about: string
  permissions: readonly (readonly [key: string, name: string, description?: string])[]
}

/** The keys that calls require (`handlers/*.rules.ts`), and the wildcards that group them. */
const CATEGORIES: readonly Category[] = [
  {
    category: 'General',
    about: 'Everything in the portal',
    permissions: [
      ['fe.*', 'General admin'],
      ['fe.secure.read.*', 'View everything about users and security'],
    ],
  },
  {
    category: 'Users',
    about: 'Users and how they get in',
    permissions: [
      ['fe.secure.read.users', 'View users'],
      ['fe.secure.write.users', 'Invite users'],
      ['fe.secure.write.updateUser', 'Change users'],
      ['fe.secure.write.usersRoles', 'Decide about the roles of users'],
      ['fe.secure.delete.users', 'Remove users'],
      ['fe.secure.delete.usersRoles', 'Take roles from users of sub-accounts'],
      ['fe.secure.write.resendActivationEmail', 'Resend activation emails'],
      ['fe.secure.write.tenantInvites', 'Create invite links'],
      ['fe.secure.delete.tenantInvites', 'Revoke invite links'],
      ['fe.secure.delete.sessions', 'End the sessions of users'],
    ],
  },
  {
    category: 'Roles and groups',
    about: 'What users may do, and bundles of users',
    permissions: [
      ['fe.secure.read.roles', 'View roles'],
      ['fe.secure.read.permissions', 'View permissions'],
      ['fe.secure.write.roles', 'Create roles'],
      ['fe.secure.write.updateRole', 'Change roles'],
      ['fe.secure.delete.role', 'Delete roles'],
      ['fe.secure.read.groups', 'View groups'],
      ['fe.secure.write.groups', 'Create and change groups'],
      ['fe.secure.delete.groups', 'Delete groups'],
      ['fe.secure.write.groupsRoles', 'Give roles to groups'],
      ['fe.secure.write.groupsUsers', 'Add users to groups'],
      ['fe.secure.delete.groupsUsers', 'Remove users from groups'],
    ],
  },
  {
    category: 'Account',
    about: 'Settings of the account and its sub-accounts',
    permissions: [
      ['fe.secure.read.accountSettings', 'View account settings'],
      ['fe.secure.write.accountSettings', 'Change account settings'],
      ['fe.account-settings.write.custom-login-box', 'Customize the login box'],
      ['fe.account-settings.delete.account', 'Delete the account'],
      ['fe.account-hierarchy.read.subAccount', 'View sub-accounts'],
      ['fe.account-hierarchy.write.subAccount', 'Create and change sub-accounts'],
      ['fe.account-hierarchy.delete.subAccount', 'Delete sub-accounts'],
      ['fe.account-hierarchy.write.subAccountAccess', 'Manage access to sub-accounts'],
      ['fe.secure.read.userSubTenants', 'View users of sub-accounts'],
      ['fe.secure.write.userSubTenants', 'Add users to sub-accounts'],
    ],
  },
  {
    category: 'Security',
    about: 'Policies, restrictions, and audit logs',
    permissions: [
      ['fe.secure.read.securityPolicy', 'View security policies'],
      ['fe.secure.write.securityPolicy', 'Change security policies'],
      ['fe.secure.delete.securityPolicy', 'Reset security policies'],
      ['fe.secure.read.ipRestrictions', 'View IP restrictions'],
      ['fe.secure.write.ipRestrictions', 'Change IP restrictions'],
      ['fe.secure.delete.ipRestrictions', 'Delete IP restrictions'],
      ['fe.secure.read.emailDomainRestrictions', 'View domain restrictions'],
      ['fe.secure.write.emailDomainRestrictions', 'Change domain restrictions'],
      ['fe.secure.delete.emailDomainRestrictions', 'Delete domain restrictions'],
      ['fe.secure.read.audits', 'View and export audit logs'],
    ],
  },
  {
    category: 'Single sign-on',
    about: 'Identity providers and directories',
    permissions: [
      ['fe.secure.read.samlConfiguration', 'View single sign-on'],
      [
        'fe.secure.write.samlConfiguration',
        'Change single sign-on',
        'Includes signing in as any user of the verified domains, by choosing the identity provider.',
      ],
      ['fe.secure.delete.samlConfiguration', 'Delete single sign-on'],
      ['fe.secure.read.provisioningConfiguration', 'View provisioning'],
      ['fe.secure.write.provisioningConfiguration', 'Change provisioning'],
      ['fe.secure.delete.provisioningConfiguration', 'Delete provisioning'],
    ],
  },
  {
    category: 'API tokens',
    about: 'Keys for programs',
    permissions: [
      ['fe.secure.read.userApiTokens', 'View own API tokens'],
      ['fe.secure.write.userApiTokens', 'Create own API tokens'],
      ['fe.secure.delete.userApiTokens', 'Revoke own API tokens'],
      ['fe.secure.read.tenantApiTokens', 'View account API tokens'],
      ['fe.secure.write.tenantApiTokens', 'Create account API tokens'],
      ['fe.secure.delete.tenantApiTokens', 'Revoke account API tokens'],
    ],
  },
  {
    category: 'Connectivity',
    about: 'Webhooks and notifications',
    permissions: [
      ['fe.connectivity.*', 'Manage all connectivity'],
      ['fe.connectivity.read.*', 'View all connectivity'],
      ['fe.connectivity.read.webhooks', 'View webhooks'],
      ['fe.connectivity.read.webhookLogs', 'View deliveries of webhooks'],
      ['fe.connectivity.write.webhook', 'Create and change webhooks'],
      ['fe.connectivity.delete.webhook', 'Delete webhooks'],
      ['fe.connectivity.read.userBellNotifications', 'View notifications in the portal'],
      ['fe.connectivity.write.updateUserBellNotification', 'Mark as read, pin, and archive notifications'],
      ['fe.connectivity.write.emailConfig', 'Change email notifications'],
      ['fe.connectivity.write.smsConfig', 'Change text message notifications'],
      ['fe.connectivity.write.slackSubscriptions', 'Change Slack notifications'],
    ],
  },
  {
    category: 'Billing',
    about: 'Subscription and usage',
    permissions: [
      ['fe.subscriptions.*', 'Manage the subscription'],
      ['fe.subscriptions.read.*', 'View the subscription'],
      ['fe.usage.read', 'View usage'],
      ['fe.usage.write', 'Report usage'],
    ],
  },
]

/** A role of the vendor that is available in every account. */
export type VendorRole = Pick<RoleRecord, 'key' | 'name' | 'description' | 'level' | 'isDefault'> & {
  holds: readonly string[]
}

/**
 * The roles of a new database with their permissions. Founders get the first role; the default role is for all other
 * users.
 */
export const PUBLISHED_ROLES = [
  {
    key: 'admin',
    name: 'Admin',
    description: 'Full access to the account',
    level: 0,
    isDefault: false,
    holds: ['fe.*'],
  },
  {
    key: 'read-only',
    name: 'Read only',
    description: 'Sees everything and changes nothing',
    level: 2,
    isDefault: false,
    holds: [
      'fe.secure.read.*',
      'fe.account-hierarchy.read.subAccount',
      'fe.connectivity.read.*',
      'fe.subscriptions.read.*',
      'fe.usage.read',
    ],
  },
  {
    key: 'member',
    name: 'Member',
    description: 'Works with the product; manages only what is their own',
    level: 3,
    isDefault: true,
    holds: ['fe.secure.read.userApiTokens'],
  },
] as const satisfies readonly VendorRole[]

export const permissionIdOf = (key: string): string => stableId(`permission ${key}`)
export const roleIdOf = (key: string): string => stableId(`role ${key}`)

/** Builds the records of roles that are available in every account, created at `at`. */
export const vendorRoles = (roles: readonly VendorRole[], at: number): RoleRecord[] =>
  roles.map(({ holds, ...role }) => ({
    id: roleIdOf(role.key),
    tenantId: null,
    permissionIds: JSON.stringify(holds.map(permissionIdOf)),
    ...role,
    createdAt: at,
    updatedAt: at,
  }))

interface PublishedAccess {
  permissionCategories: PermissionCategoryRecord[]
  permissions: PermissionRecord[]
  roles: RoleRecord[]
}

/** Builds the rows of a new database, created at `at`; their ids are the same in every database. */
export const publishedAccess = (at: number): PublishedAccess => {
  const dates = { createdAt: at, updatedAt: at }
  return {
    permissionCategories: CATEGORIES.map(({ category, about }) => ({
      id: stableId(`category ${category}`),
      name: category,
      description: about,
      ...dates,
    })),
    permissions: CATEGORIES.flatMap(({ category, permissions }) =>
      permissions.map(([key, name, description = '']) => ({
        id: permissionIdOf(key),
        key,
        name,
        description,
        categoryId: stableId(`category ${category}`),
        ...dates,
      })),
    ),
    roles: vendorRoles(PUBLISHED_ROLES, at),
  }
}

/**
 * Inserts the rows whose name is missing.
 *
 * @returns a function that converts a published id to the id in this database, where a row of the same name may have
 * another id
 */
const insertMissing = async <Row extends { id: string }>(
  collection: Collection<Row>,
  published: readonly Row[],
  nameOf: (row: Row) => string,
): Promise<(id: string) => string> => {
  const stored = new Map((await collection.list({})).map((row) => [nameOf(row), row.id]))
  await collection.insertMany(published.filter((row) => !stored.has(nameOf(row))))
  const ids = new Map(published.map((row) => [row.id, stored.get(nameOf(row)) ?? row.id]))
  return (id) => ids.get(id) ?? id
}

/** Inserts the published rows. Existing rows with the same key or name and the vendor's own roles stay unchanged. */
const publish = async (store: Collections, at: number): Promise<void> => {
  const { permissionCategories, permissions, roles } = publishedAccess(at)
  const categoryId = await insertMissing(store.permissionCategories, permissionCategories, ({ name }) => name)
  const placed = permissions.map((each) => ({ ...each, categoryId: categoryId(each.categoryId) }))
  const permissionId = await insertMissing(store.permissions, placed, ({ key }) => key)
  if (await store.roles.find({ tenantId: null })) return
  await store.roles.insertMany(
    roles.map((role) => ({ ...role, permissionIds: JSON.stringify(idsOf(role.permissionIds).map(permissionId)) })),
  )
}

/**
 * Adds missing permissions of the product, and its roles if the database has none of the vendor's. Several processes
 * may open the same database at once.
 */
export const publishAccess = (store: Store, at: number): Promise<void> =>
  unlessDuplicate(store.transaction((inside) => publish(inside, at)))
