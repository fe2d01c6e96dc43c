import type { AuthRequest } from './auth.ts'

/** The facts that a declaration may use: the caller, the request, and the current state. */
export interface RuledRequest extends AuthRequest {
  path: Readonly<Record<string, string>>
  /**
   * Not validated yet: the handler refuses invalid values, and ignores fields that the call doesn't have. A declaration
   * reads only the fields that its handler reads, because a caller could hide a change behind any other.
   */
  body: Readonly<Record<string, unknown>>
}

/** A member whom a call concerns. */
export interface MemberName {
  id: string
  /**
   * The account of the membership, for calls that accept the member's id in any account of the tree.
   *
   * @default the account of the call, where the id is the member's own
   */
  tenantId?: string
}

/** Returns the members that a call concerns. */
export type NamedMembers = (request: RuledRequest) => readonly MemberName[] | Promise<readonly MemberName[]>

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

/** The member of the caller's account with the id in the path, which may be their id in an account below. */
export const memberInPathOfTree: NamedMembers = ({ auth, path }) =>
  textsOf(path.userId).map((id) => ({ id, tenantId: auth.tenantId }))

/** Returns the members whose ids are in a field of the body. */
export const membersInBody =
  (field: 'id' | 'userId' | 'userIds'): NamedMembers =>
  ({ body }) =>
    textsOf(body[field]).map((id) => ({ id }))

const inEach = (ids: readonly string[], tenantIds: readonly string[]): MemberName[] =>
  tenantIds.flatMap((tenantId) => ids.map((id) => ({ id, tenantId })))

/** A user of several accounts below the caller's, which a field of the body lists. */
export const memberOfAccounts =
  (field: 'subTenants' | 'subTenantsRoles'): NamedMembers =>
  ({ path, body }) =>
    inEach(textsOf(path.userId ?? body.userId), accountsOf(body[field]))
