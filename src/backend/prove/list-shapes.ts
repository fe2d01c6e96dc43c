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

/** Every shape the users page and the calls behind it ask for. */
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

export const auditShapes = (tenantId: string): Shape<'audits'>[] => {
  const newest = { field: 'createdAt', order: 'DESC' } as const
  const audit = (title: string, where: PageQuery<AuditRecord>['where']): Shape<'audits'> => ({
    collection: 'audits',
    title,
    query: { where: { tenantId, ...where }, sort: newest },
  })
  return [
    audit('newest', {}),
    audit('of one severity', { severity: 'High' }),
    audit('of one user', { email: 'big@scale.test' }),
    audit('of one action', { action: 'User removed' }),
    audit('with a rare text', { searchText: { contains: 'qqqxyz' } }),
    audit('of one day', { createdAt: { gte: 1_767_000_000_000, lt: 1_767_086_400_000 } }),
  ]
}

/** Look-ups by other things than the id, each a `where` of `find` or `list`. */
export const lookUps: { [name in keyof Records]?: PageQuery<Records[name]>['where'][] } = {
  users: [{ email: 'x@y.test' }, { isBreachedPassword: true }, { tenantId: 'x' }],
  members: [{ userId: 'x' }, { tenantId: 'x', userId: 'y' }, { tenantId: 'x', email: 'y' }],
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
  policies: [
    { tenantId: 'x', kind: 'y' },
    { tenantId: null, kind: 'y' },
  ],
  oauthGrants: [{ sessionId: 'x' }, { expiresAt: { lt: 5 } }],
  attempts: [{ windowEndsAt: { lt: 5 } }],
  messages: [{ to: 'x' }],
  keys: [{ kind: 'x' }],
}
