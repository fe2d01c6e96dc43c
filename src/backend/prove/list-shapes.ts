import type { AuditRecord, MemberRecord, Records } from '../store/records.ts'
import type { PageQuery } from '../store/store.ts'

type Shape<Name extends keyof Records> = {
  collection: Name
  title: string
  query: Omit<PageQuery<Records[Name]>, 'limit' | 'offset'>
}

const SORTS = ['name', 'email', 'createdAt', 'lastLogin', 'verified', 'isLocked', 'provider', 'id', 'userId'] as const
const ORDERS = ['ASC', 'DESC'] as const

const member = (title: string, query: Shape<'members'>['query']): Shape<'members'> => ({
  collection: 'members',
  title,
  query,
})

const searched = (text: string): PageQuery<MemberRecord>['search'] => ({ text, fields: ['name', 'email'] })

/** Returns every query shape that the users page and its calls use. */
export const memberShapes = (tenantId: string, roleId: string): Shape<'members'>[] => {
  const byName = { field: 'name', order: 'ASC' } as const
  const filtered = (title: string, where: PageQuery<MemberRecord>['where']) =>
    member(title, { where: { tenantId, ...where }, sort: byName })
  return [
    ...SORTS.flatMap((field) =>
      ORDERS.map((order) => member(`sorted by ${field} ${order}`, { where: { tenantId }, sort: { field, order } })),
    ),
    member('a rare name', { where: { tenantId }, search: searched('zofia'), sort: byName }),
    member('a common part', { where: { tenantId }, search: searched('an'), sort: byName }),
    member('a full address', { where: { tenantId }, search: searched('.77777@scale.test'), sort: byName }),
    member('no one', { where: { tenantId }, search: searched('qqqxyz'), sort: byName }),
    member('every member', { where: { tenantId }, search: searched('@scale.test'), sort: byName }),
    filtered('with a role', { roleIds: { containsAny: [JSON.stringify(roleId)] } }),
    filtered('locked', { isLocked: true }),
    filtered('invited', { activated: false }),
    filtered('without MFA', { mfaEnrolled: false }),
    filtered('inactive', { lastLogin: { lt: 1_700_000_000_000 } }),
    filtered('unverified, without MFA', { verified: false, mfaEnrolled: false }),
    member('locked, searched', { where: { tenantId, isLocked: true }, search: searched('an'), sort: byName }),
  ]
}

interface RareCondition {
  title: string
  where: PageQuery<MemberRecord>['where']
  /** The index that contains only these members, or keeps them next to each other. */
  index: string
}

const working = { disabledAt: null, isLocked: false, activated: true } as const

/** Conditions of the users page that few members meet. */
export const rareConditions: readonly RareCondition[] = [
  { title: 'invited', where: { disabledAt: null, activated: false }, index: 'members_invitation_idx' },
  { title: 'locked', where: { ...working, isLocked: true }, index: 'members_locked_idx' },
  { title: 'unverified', where: { ...working, verified: false }, index: 'members_unverified_idx' },
  { title: 'deactivated', where: { disabledAt: { not: null } }, index: 'members_deactivated_idx' },
  {
    title: 'temporary',
    where: { ...working, verified: true, temporaryUntil: { not: null } },
    index: 'members_temporary_idx',
  },
  {
    title: 'with a breached password',
    where: { activated: true, isBreachedPassword: true },
    index: 'members_breached_idx',
  },
  {
    title: 'who never signed in',
    where: { activated: true, lastLogin: null, createdAt: { lt: 1_900_000_000_000 } },
    index: 'members_unused_idx',
  },
  {
    title: 'from single sign-on',
    where: { provider: { in: ['saml'] }, directoryId: null },
    index: 'members_provider_idx',
  },
  { title: 'with passkeys', where: { factor: { in: ['passkey'] } }, index: 'members_tenantId_factor_name_idx' },
  {
    title: 'without MFA',
    where: { activated: true, mfaEnrolled: false },
    index: 'members_tenantId_mfaEnrolled_name_idx',
  },
]

const DAY = { gte: 1_767_000_000_000, lt: 1_767_086_400_000 }

const audit = (tenantId: string, title: string, where: PageQuery<AuditRecord>['where']): Shape<'audits'> => ({
  collection: 'audits',
  title,
  query: { where: { tenantId, ...where }, sort: { field: 'createdAt', order: 'DESC' } },
})

export const auditShapes = (tenantId: string): Shape<'audits'>[] => [
  audit(tenantId, 'newest', {}),
  audit(tenantId, 'of one severity', { severity: 'High' }),
  audit(tenantId, 'of one user', { email: 'big@scale.test' }),
  audit(tenantId, 'of one action', { action: 'User removed' }),
  audit(tenantId, 'with a rare text', { searchText: { contains: 'qqqxyz' } }),
  audit(tenantId, 'of one day', { createdAt: DAY }),
]

const AUDIT_SORTS = ['email', 'action', 'severity', 'ip'] as const

/** Returns the other filters and sort orders of the audits page, alone and in pairs. */
export const moreAuditShapes = (tenantId: string): Shape<'audits'>[] => [
  audit(tenantId, 'of two severities', { severity: { in: ['High', 'Medium'] } }),
  audit(tenantId, 'of two users', { email: { in: ['big@scale.test', 'x@scale.test'] } }),
  audit(tenantId, 'of two actions', { action: { in: ['User removed', 'User locked'] } }),
  audit(tenantId, 'of one IP address', { ip: '192.0.2.17' }),
  audit(tenantId, 'of two IP addresses', { ip: { in: ['192.0.2.17', '192.0.2.18'] } }),
  audit(tenantId, 'with a text and a severity', { searchText: { contains: 'qqqxyz' }, severity: 'High' }),
  audit(tenantId, 'with a text of one day', { searchText: { contains: 'qqqxyz' }, createdAt: DAY }),
  audit(tenantId, 'of one user and one action', { email: 'big@scale.test', action: 'User removed' }),
  audit(tenantId, 'severe of one day', { severity: 'High', createdAt: DAY }),
  audit(tenantId, 'until a day', { createdAt: { lt: DAY.lt } }),
  ...AUDIT_SORTS.flatMap((field) =>
    ORDERS.map((order) => ({
      collection: 'audits' as const,
      title: `sorted by ${field} ${order}`,
      query: { where: { tenantId }, sort: { field, order, ties: 'createdAt' as const } },
    })),
  ),
]

/** Look-ups by fields other than the id, each a `where` of `find` or `list`. */
export const lookUps: { [name in keyof Records]?: PageQuery<Records[name]>['where'][] } = {
  users: [{ email: 'x@y.test' }, { isBreachedPassword: true }, { tenantId: 'x' }],
  members: [
    { userId: 'x' },
    { tenantId: 'x', userId: 'y' },
    { tenantId: 'x', email: 'y' },
    { activated: true, disabledAt: null, temporaryUntil: { gte: 4, lt: 5 } },
    { activated: true, directoryId: { not: null }, disabledAt: { gte: 4, lt: 5 } },
  ],
  tenants: [{ parentId: 'x' }, { alias: 'x' }],
  roles: [{ tenantId: 'x', key: 'y' }, { tenantId: null }],
  permissions: [{ key: 'x' }, { categoryId: 'x' }],
  sessions: [
    { userId: 'x' },
    { tenantId: 'x', revokedAt: null },
    { userId: 'x', revokedAt: null },
    { expiresAt: { lt: 5 } },
  ],
  tickets: [{ tokenHash: 'x' }, { userId: 'x', purpose: 'activation' }, { tenantId: 'x', purpose: 'invite-link' }],
  policies: [{ tenantId: 'x', kind: 'y' }, { tenantId: null, kind: 'y' }, { tenantId: null }],
  oauthGrants: [{ sessionId: 'x' }, { expiresAt: { lt: 5 } }],
  attempts: [{ windowEndsAt: { lt: 5 } }],
  messages: [{ to: 'x' }],
  keys: [{ kind: 'x' }],
}
