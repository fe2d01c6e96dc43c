import type { Me } from '../entities/auth.ts'
import type { PagedItems } from '../entities/paging.ts'
import type { WireDate } from '../entities/wire.ts'
import type { MemberStatus } from '../rules/member-status.ts'
import { endpoint } from './endpoint.ts'

/** The strongest second factor a member has enrolled. */
export const MEMBER_FACTORS = ['none', 'app', 'sms', 'email', 'passkey'] as const
export type MemberFactor = (typeof MEMBER_FACTORS)[number]

/** A person of the tenant as the users page shows her: the wire's user and her strongest factor. */
export interface Member extends Me {
  secondFactor?: MemberFactor
}

export type MemberSort = 'name' | 'email' | 'createdAt' | 'lastLogin'

/** Filters of the same kind are alternatives; filters of different kinds must all hold. */
export interface MembersQuery {
  /** Part of the name or the email address, case-insensitive; left out when empty. */
  search?: string
  /** Comma-joined role ids. */
  roleId?: string
  /** Comma-joined `MemberStatus` values. */
  status?: string
  /** Comma-joined `MemberFactor` values. */
  factor?: string
  sort?: MemberSort
  order?: 'ASC' | 'DESC'
  /** Index of the page, as `_offset` of the users list. */
  offset: number
  limit: number
}

/** How often one session asked for one path with one outcome. */
export interface RequestCounter {
  method: string
  path: string
  session: string | null
  status: number
  count: number
}

/** A second factor as the privacy page shows it. */
export interface NamedDevice {
  id: string
  /** Given by its owner; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

/** When the caller's session ends, as its tenant's policy says; absent where there is no such limit. */
export interface SessionLimits {
  /** Seconds without activity that end it. */
  idleTimeout?: number
  /** Seconds left until then. */
  idleLeft?: number
  /** Seconds left until she must sign in anew. */
  absoluteLeft?: number
}

/**
 * Calls of ours that the wire lacks. A backend without them answers 404 and the front end hides the
 * control (DESIGN §9).
 */
export const additions = {
  /** The users of the tenant in the shape of users v2, with the filters that v2 lacks. */
  listMembers: endpoint<MembersQuery, void, PagedItems<Member>>()('GET', '/identity/resources/fe/v1/members'),
  /** Ends a lockout early; needs `fe.secure.write.users`. */
  unlockMember: endpoint<void, void, void>()('POST', '/identity/resources/fe/v1/members/{userId}/unlock'),
  /** An uploaded picture; open because an image element sends no token, and its id cannot be guessed. */
  getPicture: endpoint<void, void, void>()('GET', '/identity/resources/fe/v1/pictures/{id}', {
    noToken: true,
    blob: true,
  }),
  /** The caller's second factors with their names; who cannot answer this cannot rename them either. */
  listMfaDevices: endpoint<void, void, { devices: NamedDevice[] }>()('GET', '/identity/resources/fe/v1/me/mfa-devices'),
  /** An empty name gives the device its own again. */
  renameMfaDevice: endpoint<void, { name: string }, NamedDevice>()(
    'PUT',
    '/identity/resources/fe/v1/me/mfa-devices/{id}',
  ),
  /** Says that the person is at work, so that her session does not end for idleness. */
  keepSession: endpoint<void, { active: boolean }, SessionLimits>()('POST', '/identity/resources/fe/v1/me/session'),
  /** Requests so far by method, path, session and status; answered in test mode only. */
  testCounters: endpoint<void, void, { counters: RequestCounter[] }>()(
    'GET',
    '/identity/resources/fe/v1/test/counters',
  ),
}

export type { MemberStatus }
