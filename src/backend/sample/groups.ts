import type { GroupRecord, RoleRecord } from '../store/records.ts'
import { roleIdOf, type SampleRole } from './access.ts'
import { idOf } from './seeded.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'

interface Sketch {
  tenant: SampleTenant
  name: string
  color: string
  description: string
  roles: readonly SampleRole[]
  managedBy?: GroupRecord['managedBy']
  /** Named users and how many of every hundred others belong to it. */
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

const groupIdOf = ({ tenant, name }: Sketch) => idOf(`group ${tenant} ${name}`)

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

/** A number of two digits that is always the same for the same text. */
const percentOf = (text: string): number => Number.parseInt(idOf(text).slice(0, 6), 16) % 100

/** The groups of a user, as the members store them. The named users get only what is written here. */
export const groupIdsOf = (tenant: SampleTenant, email: string, isNamed: boolean): string | null => {
  const own = GROUPS.filter((group) => {
    if (group.tenant !== tenant) return false
    return group.users.includes(email) || (!isNamed && percentOf(`${group.name} ${email}`) < group.percent)
  })
  return own.length ? JSON.stringify(own.map(groupIdOf)) : null
}

/** Roles that Acme made for itself, besides the vendor's. */
export const tenantRoles = (at: number): RoleRecord[] =>
  [
    {
      key: 'support-agent',
      name: 'Support agent',
      description: 'Looks up and unlocks users',
      holds: ['fe.secure.read.users', 'fe.secure.write.resendActivationEmail', 'fe.secure.read.userApiTokens'],
    },
    {
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
  ].map(({ holds, ...role }) => ({
    ...role,
    id: idOf(`role acme ${role.key}`),
    tenantId: tenantIdOf('acme'),
    isDefault: false,
    level: 2,
    permissionIds: JSON.stringify(holds.map((key) => idOf(`permission ${key}`))),
    createdAt: at,
    updatedAt: at,
  }))
