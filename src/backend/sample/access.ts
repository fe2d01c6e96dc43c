import {
  roleIdOf as idOfRole,
  type PUBLISHED_ROLES,
  type VendorRole,
  vendorRoles,
} from '../domain/identity/roles/published-access.ts'
import type { RoleRecord } from '../store/records.ts'

/** Roles that the demo's vendor offers besides the built-in ones. */
const ROLES = [
  {
    key: 'team-manager',
    name: 'Team manager',
    description: 'Invites users and manages their roles',
    level: 1,
    isDefault: false,
    holds: [
      'fe.secure.read.users',
      'fe.secure.write.users',
      'fe.secure.write.updateUser',
      'fe.secure.write.usersRoles',
      'fe.secure.delete.users',
      'fe.secure.write.resendActivationEmail',
      'fe.secure.read.roles',
      'fe.secure.read.permissions',
      'fe.secure.read.groups',
      'fe.secure.write.groupsUsers',
      'fe.secure.delete.groupsUsers',
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
] as const satisfies readonly VendorRole[]

export type SampleRole = (typeof PUBLISHED_ROLES | typeof ROLES)[number]['key']

export const roleIdOf = (key: SampleRole): string => idOfRole(key)

export const sampleRoles = (at: number): RoleRecord[] => vendorRoles(ROLES, at)
