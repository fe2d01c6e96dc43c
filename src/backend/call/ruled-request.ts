import type { SignedRequest } from './auth.ts'

/** The facts that a declaration may use: the caller, the request, and the current state. */
export interface RuledRequest extends Pick<SignedRequest, 'ports' | 'auth'> {
  path: Readonly<Record<string, string>>
  /** Not validated yet: the handler refuses invalid values. */
  body: Readonly<Record<string, unknown>>
}

/** A member whom a call concerns. */
export interface MemberName {
  id: string
  /** @default the account of the call */
  tenantId?: string
}

/** Returns the members that a call concerns. */
export type NamedMembers = (request: RuledRequest) => readonly MemberName[]

/** Returns whether this request currently needs a fresh proof. */
export type FreshWhen = (request: RuledRequest) => boolean | Promise<boolean>

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
