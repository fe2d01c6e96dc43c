import type { PermissionCategoryRecord, PermissionRecord, RoleRecord } from '../store/records.ts'
import { idOf } from './seeded.ts'

interface Sketch {
  category: string
  about: string
  permissions: readonly (readonly [key: string, name: string])[]
}

/** The keys of seed 000 §2 and seed 001 §6, each with the changes that belong to reading it. */
const CATEGORIES: readonly Sketch[] = [
  {
    category: 'General',
    about: 'Everything in the portal',
    permissions: [['fe.*', 'General admin']],
  },
  {
    category: 'Team',
    about: 'Users, groups and roles',
    permissions: [
      ['fe.secure.read.users', 'View users'],
      ['fe.secure.write.users', 'Invite and change users'],
      ['fe.secure.delete.users', 'Remove users'],
      ['fe.secure.read.groups', 'View groups'],
      ['fe.secure.write.groups', 'Create and change groups'],
      ['fe.secure.delete.groups', 'Delete groups'],
      ['fe.secure.read.roles', 'View roles'],
      ['fe.secure.write.roles', 'Create and change roles'],
      ['fe.secure.delete.roles', 'Delete roles'],
    ],
  },
  {
    category: 'Account',
    about: 'Settings of the account and its sub-accounts',
    permissions: [
      ['fe.secure.read.accountSettings', 'View account settings'],
      ['fe.secure.write.accountSettings', 'Change account settings'],
      ['fe.account-hierarchy.read.subAccount', 'View sub-accounts'],
      ['fe.account-hierarchy.write.subAccount', 'Create and change sub-accounts'],
      ['fe.account-hierarchy.delete.subAccount', 'Delete sub-accounts'],
    ],
  },
  {
    category: 'Security',
    about: 'Policies, single sign-on, provisioning and audit logs',
    permissions: [
      ['fe.secure.read.securityPolicy', 'View security policies'],
      ['fe.secure.write.securityPolicy', 'Change security policies'],
      ['fe.secure.read.samlConfiguration', 'View single sign-on'],
      ['fe.secure.write.samlConfiguration', 'Change single sign-on'],
      ['fe.secure.delete.samlConfiguration', 'Delete single sign-on'],
      ['fe.secure.read.provisioningConfiguration', 'View provisioning'],
      ['fe.secure.write.provisioningConfiguration', 'Change provisioning'],
      ['fe.secure.read.audits', 'View audit logs'],
    ],
  },
  {
    category: 'Developers',
    about: 'API tokens and webhooks',
    permissions: [
      ['fe.secure.read.userApiTokens', 'View own API tokens'],
      ['fe.secure.write.userApiTokens', 'Create own API tokens'],
      ['fe.secure.delete.userApiTokens', 'Revoke own API tokens'],
      ['fe.secure.read.tenantApiTokens', 'View account API tokens'],
      ['fe.secure.write.tenantApiTokens', 'Create account API tokens'],
      ['fe.secure.delete.tenantApiTokens', 'Revoke account API tokens'],
      ['fe.connectivity.read.webhooks', 'View webhooks'],
      ['fe.connectivity.write.webhooks', 'Create and change webhooks'],
      ['fe.connectivity.delete.webhooks', 'Delete webhooks'],
    ],
  },
  {
    category: 'Billing',
    about: 'Subscription and usage',
    permissions: [
      ['fe.subscriptions.*', 'Manage the subscription'],
      ['fe.usage.read', 'View usage'],
    ],
  },
]

/** What a role holds; `mel@acme.test` shows what a member without more sees. */
const ROLES: readonly (Pick<RoleRecord, 'key' | 'name' | 'description' | 'level' | 'isDefault'> & {
  holds: string[]
})[] = [
  {
    key: 'admin',
    name: 'Admin',
    description: 'Full access to the account',
    level: 0,
    isDefault: false,
    holds: ['fe.*'],
  },
  {
    key: 'team-manager',
    name: 'Team manager',
    description: 'Invites people and decides about their roles',
    level: 1,
    isDefault: false,
    holds: [
      'fe.secure.read.users',
      'fe.secure.write.users',
      'fe.secure.delete.users',
      'fe.secure.read.roles',
      'fe.secure.read.groups',
      'fe.secure.read.userApiTokens',
    ],
  },
  {
    key: 'auditor',
    name: 'Auditor',
    description: 'Reads audit logs and security policies',
    level: 2,
    isDefault: false,
    holds: ['fe.secure.read.audits', 'fe.secure.read.securityPolicy', 'fe.secure.read.userApiTokens'],
  },
  {
    key: 'billing',
    name: 'Billing',
    description: 'Manages the subscription',
    level: 2,
    isDefault: false,
    holds: ['fe.subscriptions.*', 'fe.usage.read', 'fe.secure.read.userApiTokens'],
  },
  {
    key: 'member',
    name: 'Member',
    description: 'Works with the product; manages only what is their own',
    level: 3,
    isDefault: true,
    holds: ['fe.secure.read.userApiTokens'],
  },
]

export type SampleRole = 'admin' | 'team-manager' | 'auditor' | 'billing' | 'member'

export const roleIdOf = (key: SampleRole): string => idOf(`role ${key}`)

export interface SampleAccess {
  permissionCategories: PermissionCategoryRecord[]
  permissions: PermissionRecord[]
  roles: RoleRecord[]
}

/** Permissions, their categories and the vendor's roles, all created at `at`. */
export const sampleAccess = (at: number): SampleAccess => {
  const dates = { createdAt: at, updatedAt: at }
  return {
    permissionCategories: CATEGORIES.map(({ category, about }) => ({
      id: idOf(`category ${category}`),
      name: category,
      description: about,
      ...dates,
    })),
    permissions: CATEGORIES.flatMap(({ category, permissions }) =>
      permissions.map(([key, name]) => ({
        id: idOf(`permission ${key}`),
        key,
        name,
        description: '',
        categoryId: idOf(`category ${category}`),
        ...dates,
      })),
    ),
    roles: ROLES.map(({ holds, ...role }) => ({
      id: roleIdOf(role.key as SampleRole),
      tenantId: null,
      permissionIds: JSON.stringify(holds.map((key) => idOf(`permission ${key}`))),
      ...role,
      ...dates,
    })),
  }
}
