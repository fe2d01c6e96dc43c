import { stableId } from '../stable-id.ts'
import type { GroupRecord, RoleRecord } from '../store/records.ts'
import { roleIdOf, type SampleRole } from './access.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'

interface Sketch {
  tenant: SampleTenant
  name: string
  color: string
  description: string
  roles: readonly SampleRole[]
  managedBy?: GroupRecord['managedBy']
  /** Named users, and the percentage of the others who belong to it. */
  users: readonly string[]
  percent: number
}

const GROUPS: readonly Sketch[] = [
  {
    tenant: 'acme',
    name: 'Finance',
    color: '#16a34a',
    description: 'Invoices and budgets',
    roles: ['billing'],
    users: ['sam@acme.test'],
    percent: 12,
  },
  {
    tenant: 'acme',
    name: 'Security champions',
    color: '#dc2626',
    description: 'One from every team, reads the audit log',
    roles: ['auditor'],
    users: ['mia@acme.test', 'leo@acme.test'],
    percent: 8,
  },
  {
    tenant: 'acme',
    name: 'Leeds office',
    color: '#2563eb',
    description: 'Everyone at Foundry Lane',
    roles: [],
    users: ['ada@acme.test', 'pia@acme.test'],
    percent: 45,
  },
  {
    tenant: 'acme',
    name: 'Contractors',
    color: '#64748b',
    description: 'Kept by the company directory',
    roles: [],
    managedBy: 'scim2',
    users: [],
    percent: 10,
  },
  {
    tenant: 'globex',
    name: 'Operations',
    color: '#7c3aed',
    description: 'Runs the plants',
    roles: ['auditor', 'member'],
    users: ['gia@globex.test'],
    percent: 20,
  },
]

const groupIdOf = ({ tenant, name }: Sketch) => stableId(`group ${tenant} ${name}`)

export const sampleGroups = (at: number): GroupRecord[] =>
  GROUPS.map((group) => ({
    id: groupIdOf(group),
    tenantId: tenantIdOf(group.tenant),
    name: group.name,
    color: group.color,
    description: group.description,
    metadata: null,
    managedBy: group.managedBy ?? 'frontegg',
    roleIds: JSON.stringify(group.roles.map(roleIdOf)),
    createdAt: at,
    updatedAt: at,
  }))

/** Returns a number below 100 that is always the same for the same text. */
const percentOf = (text: string): number => Number.parseInt(stableId(text).slice(0, 6), 16) % 100

/** Returns the groups of a user in the form stored on members. The named users get only the groups listed here. */
export const groupIdsOf = (tenant: SampleTenant, email: string, isNamed: boolean): string | null => {
  const own = GROUPS.filter((group) => {
    if (group.tenant !== tenant) return false
    return group.users.includes(email) || (!isNamed && percentOf(`${group.name} ${email}`) < group.percent)
  })
  return own.length ? JSON.stringify(own.map(groupIdOf)) : null
}

/** Roles that accounts created for themselves, besides the vendor's. */
const TENANT_ROLES = [
  {
    tenant: 'acme',
    key: 'support-agent',
    name: 'Support agent',
    description: 'Looks up and unlocks users',
    holds: ['fe.secure.read.users', 'fe.secure.write.resendActivationEmail', 'fe.secure.read.userApiTokens'],
  },
  {
    tenant: 'acme',
    key: 'integrator',
    name: 'Integrator',
    description: 'Connects other systems',
    holds: [
      'fe.secure.read.tenantApiTokens',
      'fe.secure.write.tenantApiTokens',
      'fe.connectivity.read.webhooks',
      'fe.connectivity.write.webhook',
    ],
  },
  {
    tenant: 'initech',
    key: 'it-admin',
    name: 'IT administrator',
    description: 'Sets up single sign-on, provisioning and security',
    holds: [
      'fe.secure.read.samlConfiguration',
      'fe.secure.write.samlConfiguration',
      'fe.secure.delete.samlConfiguration',
      'fe.secure.read.provisioningConfiguration',
      'fe.secure.write.provisioningConfiguration',
      'fe.secure.delete.provisioningConfiguration',
      'fe.secure.read.securityPolicy',
      'fe.secure.write.securityPolicy',
      'fe.secure.read.userApiTokens',
    ],
  },
] as const

export type TenantRole = (typeof TENANT_ROLES)[number]['key']

const roleNamed = (key: string) => TENANT_ROLES.find((role) => role.key === key)

export const isTenantRole = (key: string): key is TenantRole => roleNamed(key) !== undefined

export const tenantRoleIdOf = (key: TenantRole): string => stableId(`role ${roleNamed(key)?.tenant} ${key}`)

export const tenantRoles = (at: number): RoleRecord[] =>
  TENANT_ROLES.map(({ tenant, key, name, description, holds }) => ({
    id: tenantRoleIdOf(key),
    tenantId: tenantIdOf(tenant),
    key,
    name,
    description,
    isDefault: false,
    level: 2,
    permissionIds: JSON.stringify(holds.map((permission) => stableId(`permission ${permission}`))),
    createdAt: at,
    updatedAt: at,
  }))
