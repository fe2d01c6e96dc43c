import { linksTo } from '../domain/identity/tenants/account-tree.ts'
import { stableId } from '../stable-id.ts'
import type { AccountLinkRecord, TenantRecord } from '../store/records.ts'

interface Sketch {
  key: string
  name: string
  parent?: string
  isReseller?: boolean
  settings?: Record<string, unknown>
}

const NORTHWIND: readonly Sketch[] = [
  {
    key: 'northwind',
    name: 'Northwind',
    isReseller: true,
    settings: { currency: 'EUR', timezone: 'Europe/Amsterdam' },
  },
  { key: 'northwind-europe', name: 'Northwind Europe', parent: 'northwind', isReseller: true },
  { key: 'northwind-americas', name: 'Northwind Americas', parent: 'northwind', isReseller: true },
  { key: 'northwind-pacific', name: 'Northwind Pacific', parent: 'northwind' },
  { key: 'fjord-freight', name: 'Fjord Freight', parent: 'northwind-europe', isReseller: true },
  { key: 'alpine-dairy', name: 'Alpine Dairy', parent: 'northwind-europe' },
  { key: 'lumen-optics', name: 'Lumen Optics', parent: 'northwind-europe' },
  { key: 'prairie-grain', name: 'Prairie Grain', parent: 'northwind-americas' },
  { key: 'cobalt-mining', name: 'Cobalt Mining', parent: 'northwind-americas' },
  { key: 'fjord-bergen', name: 'Fjord Freight Bergen', parent: 'fjord-freight' },
  { key: 'fjord-rotterdam', name: 'Fjord Freight Rotterdam', parent: 'fjord-freight' },
]

const TENANTS: readonly Sketch[] = [
  {
    key: 'acme',
    name: 'Acme',
    settings: {
      address: '{"street":"12 Foundry Lane","city":"Leeds","postalCode":"LS1 4AP","country":"United Kingdom"}',
      website: 'https://acme.test',
      timezone: 'Europe/London',
      dateFormat: 'dd/MM/yyyy',
      timeFormat: '24',
      currency: 'GBP',
    },
  },
  {
    key: 'globex',
    name: 'Globex',
    settings: { timezone: 'America/New_York', currency: 'USD', website: 'https://globex.test' },
  },
  { key: 'solstice', name: 'Solstice', settings: { timezone: 'Europe/Stockholm', currency: 'SEK' } },
  { key: 'brightside', name: 'Brightside', settings: { timezone: 'Europe/Dublin', currency: 'EUR' } },
  { key: 'tidewater', name: 'Tidewater' },
  { key: 'calder', name: 'Calder Press' },
  { key: 'everfield', name: 'Everfield' },
  { key: 'patterson', name: 'Patterson Tools' },
  { key: 'initech', name: 'Initech IT' },
  { key: 'secura', name: 'Secura' },
  ...NORTHWIND,
]

export type SampleTenant = (typeof TENANTS)[number]['key']

export const tenantIdOf = (key: SampleTenant): string => stableId(`tenant ${key}`)

export const sampleTenants = (at: number): TenantRecord[] =>
  TENANTS.map(({ key, name, parent, isReseller = false, settings = {} }) => ({
    id: tenantIdOf(key),
    name,
    parentId: parent ? tenantIdOf(parent) : null,
    founderId: null,
    isReseller,
    alias: key,
    hasCustomLogin: false,
    metadata: '{}',
    settings: JSON.stringify(settings),
    suspendedAt: null,
    createdAt: at,
    updatedAt: at,
  }))

const ancestorsOf = (key: string): string[] => {
  const parent = TENANTS.find((tenant) => tenant.key === key)?.parent
  return parent ? [tenantIdOf(parent), ...ancestorsOf(parent)] : []
}

export const sampleAccountLinks = (at: number): AccountLinkRecord[] =>
  TENANTS.flatMap(({ key, name }) => linksTo({ id: tenantIdOf(key), name, createdAt: at }, ancestorsOf(key)))

/** The sub-accounts of the reseller, at every level. */
export const RESELLER_TENANTS: readonly string[] = NORTHWIND.map(({ key }) => key)
