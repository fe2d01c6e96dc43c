import type { MemberName, NamedMembers } from './ruled-request.ts'

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')

const accountsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((place) =>
    typeof place === 'object' && place !== null && 'tenantId' in place ? textsOf(place.tenantId) : [],
  )

/** The member with the id in the path. */
export const memberInPath: NamedMembers = ({ path }) => textsOf(path.userId).map((id) => ({ id }))

/** Returns the members whose ids are in a field of the body. */
export const membersInBody =
  (field: 'id' | 'userId' | 'userIds'): NamedMembers =>
  ({ body }) =>
    textsOf(body[field]).map((id) => ({ id }))

const inEach = (ids: readonly string[], tenantIds: readonly string[]): MemberName[] =>
  tenantIds.flatMap((tenantId) => ids.map((id) => ({ id, tenantId })))

/** A user of several accounts below the caller's. */
export const memberOfAccounts: NamedMembers = ({ path, body }) =>
  inEach(textsOf(path.userId ?? body.userId), accountsOf(body.subTenants ?? body.subTenantsRoles))
