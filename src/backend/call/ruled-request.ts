import type { SignedRequest } from './auth.ts'

/** The facts that a declaration may look at: the caller, the request, and what holds now. */
export interface RuledRequest extends Pick<SignedRequest, 'ports' | 'auth'> {
  path: Readonly<Record<string, string>>
  /** Not validated yet: the handler refuses what is wrong. */
  body: Readonly<Record<string, unknown>>
}

/** A member whom a call is about. */
export interface MemberName {
  id: string
  /** @default the account of the call */
  tenantId?: string
}

/** The members a call is about. */
export type NamedMembers = (request: RuledRequest) => readonly MemberName[]

/** Whether this request, at this moment, needs a fresh proof. */
export type FreshWhen = (request: RuledRequest) => boolean | Promise<boolean>
