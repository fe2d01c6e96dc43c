import type { Locator } from '@playwright/test'
import { audits } from '../../../src/contract/audits.ts'
import { billing } from '../../../src/contract/billing.ts'
import type { AnyEndpoint } from '../../../src/contract/endpoint.ts'
import { provisioning, provisioningConnections } from '../../../src/contract/provisioning.ts'
import { domainRestrictions, ipRestrictions } from '../../../src/contract/restrictions.ts'
import { ssoConfigs, ssoConnections } from '../../../src/contract/sso.ts'
import { users } from '../../../src/contract/users.ts'
import { connectivity, webhooks } from '../../../src/contract/webhooks.ts'
import type { PortalModel } from '../models/portal.ts'

type Row = Readonly<Record<string, unknown>>

interface LongCall {
  glob: string
  /** Returns the response of a backend with this many rows. */
  body(rows: number, params: URLSearchParams): object
}

export interface LongList {
  name: string
  hash: string
  calls: readonly LongCall[]
  /** Returns text that is unique to a row. */
  textOf(at: number): string
  /** Rows per page. */
  size: number
  /** Label of the search; absent for a list that the server searches. */
  search?: string
  /** Opens the list if it isn't visible from the start. */
  open?(portal: PortalModel): Promise<void>
  /** Returns the list that is paged, if the page has several. */
  within?(portal: PortalModel): Locator
}

const MINUTE = 60_000
const NEWEST = Date.UTC(2026, 0, 1)
const LONG_TEXT = 'x'.repeat(1_500)

const urlOf = ({ path }: AnyEndpoint) => `**${path}`
const pagedUrlOf = (endpoint: AnyEndpoint) => `${urlOf(endpoint)}?*`

const named = (at: number) => `Row ${String(at).padStart(5, '0')}`
const createdAt = (at: number) => new Date(NEWEST - at * MINUTE).toISOString()

const all = (rows: number, rowOf: (at: number) => Row): Row[] => Array.from({ length: rows }, (_, at) => rowOf(at))

/** Returns the rows from `first` on, for a list that the server pages. */
const some = ([first, count]: readonly [first: number, count: number], rowOf: (at: number) => Row): Row[] =>
  Array.from({ length: count }, (_, at) => rowOf(first + at))

const numberOf = (params: URLSearchParams, name: string) => Number(params.get(name) ?? 0)

/** Returns a page for a list whose `_offset` counts pages. */
const byPages = (rows: number, params: URLSearchParams, rowOf: (at: number) => Row) => {
  const size = numberOf(params, '_limit')
  return {
    items: some([numberOf(params, '_offset') * size, size], rowOf),
    _metadata: { totalItems: rows, totalPages: Math.ceil(rows / size) },
    _links: {},
  }
}

const sso = (at: number): Row => ({
  id: `sso-${at}`,
  enabled: at % 2 === 0,
  type: 'saml',
  ssoEndpoint: 'https://idp.example.com/sso',
  publicCertificate: LONG_TEXT,
  signRequest: false,
  acsUrl: 'https://api.example.com/acs',
  spEntityId: 'https://api.example.com/sp',
  oidcClientId: '',
  oidcSecret: '',
  generatedVerification: 'proof',
  domains: [{ id: `domain-${at}`, domain: `d${at}.example`, validated: true }],
  roleIds: [],
  groups: [{ id: `group-${at}`, group: 'Engineers', roleIds: [] }],
  skipEmailDomainValidation: false,
  createdAt: createdAt(at),
})

const ssoDetails = (at: number): Row => ({
  id: `sso-${at}`,
  name: named(at),
  status: at % 2 === 0 ? 'enabled' : 'draft',
  idpEntityId: '',
  hasSecret: false,
  allowIdpInitiated: false,
  certificates: [],
  lastSignInAt: createdAt(at),
  failuresThisWeek: at % 5,
  test: null,
  enforced: false,
  exemptUserIds: [],
})

const directory = (at: number): Row => ({
  id: `directory-${at}`,
  connectionName: named(at),
  source: 'okta',
  syncToUserManagement: true,
  createdAt: createdAt(at),
  lastSync: createdAt(at),
})

const webhook = (at: number): Row => ({
  _id: `webhook-${at}`,
  displayName: named(at),
  description: '',
  url: `https://hooks.example.com/${at}`,
  secret: null,
  eventKeys: ['frontegg.user.created', 'frontegg.user.deleted'],
  isActive: true,
  invocations: at,
  createdAt: createdAt(at),
  updatedAt: createdAt(at),
})

const status = (at: number): Row => ({ webhookId: `webhook-${at}`, pending: at % 3, failingSince: null })

const attempt = (at: number): Row => ({
  id: `attempt-${at}`,
  webhookId: 'webhook-0',
  body: JSON.stringify({ eventKey: named(at), user: { name: LONG_TEXT } }),
  statusCode: '200',
  tenantId: 't',
  vendorId: 'v',
  createdAt: createdAt(at),
})

const audit = (at: number): Row => ({
  _id: `audit-${at}`,
  createdAt: createdAt(at),
  updatedAt: createdAt(at),
  time: createdAt(at),
  email: `p${at}@acme.test`,
  user: `p${at}@acme.test`,
  action: named(at),
  resource: 'Users',
  ip: '203.0.113.9',
  severity: 'Info',
  json: [],
  tenantId: 't',
  vendorId: 'v',
  seq: at + 1,
})

const user = (at: number): Row => ({
  id: `user-${at}`,
  sub: `user-${at}`,
  email: `p${at}@acme.test`,
  name: named(at),
  tenantId: 't',
  tenantIds: ['t'],
  lastLogin: createdAt(at),
  createdAt: createdAt(at),
})

const ipOf = (at: number) => `10.${Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`
const ipRule = (at: number): Row => ({
  id: `ip-${at}`,
  ip: ipOf(at),
  strategy: 'ALLOW',
  isActive: true,
  description: `Desk ${at}`,
  createdAt: createdAt(at),
  updatedAt: createdAt(at),
})

const domainOf = (at: number) => `d${String(at).padStart(5, '0')}.example`

const invoice = (at: number): Row => ({
  id: `invoice-${at}`,
  externalId: `in_${at}`,
  subscriptionId: 's',
  paymentDate: createdAt(at),
  totalAmount: 4_900 + at,
  currency: 'usd',
  paid: true,
  receiptNumber: named(at),
})

const userTable = (name: string, tab: string): LongList => ({
  name: `${name} of the security center`,
  hash: 'security?tab=center',
  calls: [{ glob: pagedUrlOf(users.listUsersV3), body: (rows, params) => byPages(rows, params, user) }],
  textOf: named,
  size: 10,
  open: (portal) => portal.element.getByRole('tab', { name: tab }).click(),
})

/** The long lists of the pages about security and billing. The server pages those without a search. */
export const LONG_LISTS: readonly LongList[] = [
  {
    name: 'SSO connections',
    hash: 'sso',
    calls: [
      { glob: urlOf(ssoConfigs.listConfigs), body: (rows) => all(rows, sso) },
      { glob: urlOf(ssoConnections.listSsoConnectionDetails), body: (rows) => all(rows, ssoDetails) },
    ],
    textOf: named,
    size: 20,
    search: 'Search connections',
  },
  {
    name: 'provisioning connections',
    hash: 'provisioning',
    calls: [
      { glob: urlOf(provisioning.listConnections), body: (rows) => all(rows, directory) },
      {
        glob: urlOf(provisioningConnections.listConnectionCounts),
        body: (rows) => ({
          baseUrl: 'https://api.example.com/scim',
          connections: all(rows, (at) => ({ id: `directory-${at}`, userCount: at, groupCount: 1 })),
        }),
      },
    ],
    textOf: named,
    size: 20,
    search: 'Search connections',
  },
  {
    name: 'webhooks',
    hash: 'webhooks',
    calls: [
      { glob: urlOf(connectivity.listWebhooks), body: (rows) => all(rows, webhook) },
      { glob: urlOf(webhooks.listWebhookStatuses), body: (rows) => ({ statuses: all(rows, status) }) },
    ],
    textOf: named,
    size: 20,
    search: 'Search webhooks',
  },
  {
    name: 'rows of a webhook’s log',
    hash: 'webhooks?log=webhook-0',
    calls: [
      { glob: urlOf(connectivity.listWebhooks), body: () => [webhook(0)] },
      {
        glob: pagedUrlOf(connectivity.listWebhookLogs),
        body: (rows, params) => ({ count: rows, rows: some([numberOf(params, 'offset'), 10], attempt) }),
      },
    ],
    textOf: named,
    size: 10,
    within: (portal) => portal.element.locator('.fe-webhooks-drawer'),
  },
  {
    name: 'audit rows',
    hash: 'audits',
    calls: [
      {
        glob: pagedUrlOf(audits.listAudits),
        body: (rows, params) => ({
          data: some([numberOf(params, 'offset'), numberOf(params, 'count')], audit),
          total: rows,
        }),
      },
    ],
    textOf: named,
    size: 20,
  },
  userTable('users with a breached password', 'Breached passwords'),
  userTable('users without a second factor', 'Without a second factor'),
  userTable('inactive users', 'Inactive'),
  {
    name: 'IP rules',
    hash: 'security?tab=ip',
    calls: [
      { glob: pagedUrlOf(ipRestrictions.listIpRestrictions), body: (rows, params) => byPages(rows, params, ipRule) },
    ],
    textOf: ipOf,
    size: 10,
    open: (portal) => portal.button(/^Show all/).click(),
  },
  {
    name: 'email domains',
    hash: 'security?tab=domains',
    calls: [
      {
        glob: urlOf(domainRestrictions.listDomains),
        body: (rows) => ({ items: all(rows, (at) => ({ id: `domain-${at}`, domain: domainOf(at), type: 'ALLOW' })) }),
      },
    ],
    textOf: domainOf,
    size: 20,
    search: 'Search domains',
  },
  {
    name: 'invoices',
    hash: 'subscriptions',
    calls: [{ glob: urlOf(billing.listInvoices), body: (rows) => all(rows, invoice) }],
    textOf: named,
    size: 10,
  },
]
