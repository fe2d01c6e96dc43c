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
