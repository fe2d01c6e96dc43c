import type { PrintedReport, ReportTable } from '../../ports/reports.ts'
import type { Ports } from '../../ports.ts'
import type { AuditRecord, MemberRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'
import { SEVERE } from '../audit/audit-filter.ts'
import { accountFormats, timeInTable, utcDayInTable } from '../base/account-dates.ts'
import { presetWhere } from '../identity/team/user-list.ts'
import { shownName } from '../mail/shown-text.ts'
import { readSecurityState } from '../security-center/security-state.ts'

const DAY_MS = 86_400_000
/** Rows per table, because a report is read, not searched. */
const MAX_ROWS = 100

export interface ReportFilters {
  /** The number of days that the report covers. */
  days: number
}

interface ReportScope {
  tenantId: string
  filters: ReportFilters
}

type ReportPorts = Ports

/** Formats the times of a report in the account's format. */
type WriteTime = (time: number | null) => string

export interface ReportTemplate {
  id: string
  name: string
  description: string
  /** The permission that grants access to the same content elsewhere. */
  permission: string
  build(ports: ReportPorts, scope: ReportScope): Promise<PrintedReport>
}

const timesOf = async ({ store }: ReportPorts, tenantId: string): Promise<WriteTime> => {
  const formats = accountFormats(await store.tenants.get(tenantId))
  return (time) => (time === null ? '–' : timeInTable(time, formats))
}

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No')

const subtitleOf = async ({ store, clock }: ReportPorts, { tenantId, filters }: ReportScope): Promise<string> => {
  const tenant = await store.tenants.get(tenantId)
  const time = timeInTable(clock.now(), accountFormats(tenant))
  return `${shownName(tenant?.name ?? '')}, the last ${filters.days} days, ${time}`
}

const sinceOf = ({ clock }: ReportPorts, { filters }: ReportScope): number => clock.now() - filters.days * DAY_MS

type AuditWhere = Where<AuditRecord> & { tenantId: string }

const auditTable = async (ports: ReportPorts, where: AuditWhere, title: string): Promise<ReportTable> => {
  const writeTime = await timesOf(ports, where.tenantId)
  const { items } = await ports.store.audits.page({
    where,
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_ROWS,
  })
  return {
    title,
    columns: ['Time', 'Event', 'User', 'IP address', 'Severity'],
    rows: items.map(({ createdAt, action, email, ip, severity }) => [
      writeTime(createdAt),
      action,
      email,
      ip,
      severity,
    ]),
    empty: 'No events.',
  }
}

const usersTable = async (ports: ReportPorts, tenantId: string): Promise<ReportTable> => {
  const writeTime = await timesOf(ports, tenantId)
  const { items } = await ports.store.members.page({
    where: { tenantId },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_ROWS,
  })
  return {
    title: 'Newest users',
    columns: ['Name', 'Email', 'Joined', 'Last sign-in', 'Second factor'],
    rows: items.map(({ name, email, createdAt, lastLogin, mfaEnrolled }) => [
      name,
      email,
      writeTime(createdAt),
      writeTime(lastLogin),
      yesNo(mfaEnrolled),
    ]),
    empty: 'No users.',
  }
}

const users = async (ports: ReportPorts, scope: ReportScope): Promise<PrintedReport> => {
  const { tenantId } = scope
  const count = async (where: Where<MemberRecord> = {}) =>
    String(await ports.store.members.count({ tenantId, ...where }))
  const preset = (name: 'inactive' | 'mfa-unenrolled') =>
    Promise.all(presetWhere(ports, { preset: name }).map((where) => ports.store.members.count({ tenantId, ...where })))
  const sum = (counts: readonly number[]) => String(counts.reduce((total, one) => total + one, 0))
  return {
    title: 'Users',
    subtitle: await subtitleOf(ports, scope),
    facts: [
      ['Users', await count()],
      ['Joined during this period', await count({ createdAt: { gte: sinceOf(ports, scope) } })],
      ['Signed in during this period', await count({ lastLogin: { gte: sinceOf(ports, scope) } })],
      ['Pending invitations', await count({ activated: false })],
      ['Locked', await count({ isLocked: true })],
      ['Without a second factor', sum(await preset('mfa-unenrolled'))],
      ['Inactive', sum(await preset('inactive'))],
    ],
    tables: [await usersTable(ports, tenantId)],
  }
}

/** The audit log's name for the area of sign-ins and refused sign-ins. */
const AUTHENTICATION = 'Authentication'

const days = (ports: ReportPorts, scope: ReportScope) => {
  const from = sinceOf(ports, scope)
  return { from, where: { tenantId: scope.tenantId, resource: AUTHENTICATION, createdAt: { gte: from } } }
}

const signIns = async (ports: ReportPorts, scope: ReportScope): Promise<PrintedReport> => {
  const { from, where } = days(ports, scope)
  const { audits } = ports.store
  const perDay = await audits.histogram(where, { field: 'createdAt', from, step: DAY_MS, size: scope.filters.days + 1 })
  const formats = accountFormats(await ports.store.tenants.get(scope.tenantId))
  const rows = perDay.flatMap((count, at) =>
    count > 0 ? [[utcDayInTable(from + at * DAY_MS, formats), String(count)]] : [],
  )
  const users = { tenantId: scope.tenantId, lastLogin: { gte: from } }
  return {
    title: 'Sign-ins',
    subtitle: await subtitleOf(ports, scope),
    facts: [
      ['Events', String(await audits.count(where))],
      ['Failed or refused', String(await audits.count({ ...where, severity: { in: ['Medium', ...SEVERE] } }))],
      ['Users who signed in', String(await ports.store.members.count(users))],
    ],
    tables: [
      { title: 'By day', columns: ['Day', 'Events'], rows, empty: 'No events.' },
      await auditTable(ports, where, 'Latest events'),
    ],
  }
}

const security = async (ports: ReportPorts, scope: ReportScope): Promise<PrintedReport> => {
  const state = await readSecurityState(ports, scope.tenantId)
  const severe = {
    tenantId: scope.tenantId,
    severity: { in: SEVERE },
    createdAt: { gte: sinceOf(ports, scope) },
  }
  return {
    title: 'Security',
    subtitle: await subtitleOf(ports, scope),
    facts: [
      ['Users with a second factor', `${state.users.enrolled} of ${state.users.total}`],
      ['Users with a breached password', String(state.users.breached)],
      ['Second factor is required', yesNo(state.mfa === 'Force')],
      ['IP address list', state.ips.list === null ? 'Off' : `${state.ips.list}, ${state.ips.count} rules`],
      [
        'Email domain list',
        state.domains.list === null ? 'Off' : `${state.domains.list}, ${state.domains.count} domains`,
      ],
      ['Active SSO connections', String(state.ssoConnections)],
      ['Severe events', String(await ports.store.audits.count(severe))],
    ],
    tables: [await auditTable(ports, severe, 'Severe events')],
  }
}

export const REPORT_TEMPLATES: readonly ReportTemplate[] = [
  {
    id: 'users',
    name: 'Users',
    description: 'Users of the account, new users, and locked users',
    permission: 'fe.secure.read.users',
    build: users,
  },
  {
    id: 'sign-ins',
    name: 'Sign-ins',
    description: 'Successful and failed sign-ins, in total and by day',
    permission: 'fe.secure.read.audits',
    build: signIns,
  },
  {
    id: 'security',
    name: 'Security',
    description: 'Second factors, restrictions, SSO, and severe events',
    permission: 'fe.secure.read.securityPolicy',
    build: security,
  },
]
