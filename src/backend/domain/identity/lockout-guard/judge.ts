import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

/** What the guard reads of each user and each membership: an account may have many. */
export const USER_FIELDS = ['id', 'email', 'verified', 'lockedAt', 'mfaEnrolled', 'passwordHash', 'superUser'] as const
export const MEMBER_FIELDS = [
  'userId',
  'tenantId',
  'name',
  'roleIds',
  'groupIds',
  'activated',
  'temporaryUntil',
  'disabledAt',
] as const

/** What it reads of each session: also what a judge may read of the session of the call. */
export const SESSION_FIELDS = [
  'id',
  'userId',
  'tenantId',
  'ipAddress',
  'amr',
  'actorId',
  'actorSessionId',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'rotatedAt',
  'refreshedAt',
  'lastActiveAt',
  'idleSeconds',
  'absoluteSeconds',
  'visits',
] as const

export type GuardedUser = Pick<UserRecord, (typeof USER_FIELDS)[number]>
export type GuardedMember = Pick<MemberRecord, (typeof MEMBER_FIELDS)[number]>
export type GuardedSession = Pick<SessionRecord, (typeof SESSION_FIELDS)[number]>

/** Inside a transaction only its own collections may be used. */
export type GuardPorts = Omit<Ports, 'store'> & { store: Collections }

export interface GuardCall {
  ports: GuardPorts
  auth: Auth
  caller: Caller
}

/** How a user can prove who they are at a sign-in. */
export interface WaysIn {
  password: boolean
  /** A social account of theirs. */
  social: boolean
  /** The identity provider of their company. */
  sso: boolean
  /** A passkey, or a code or link that is sent to them. */
  passwordless: boolean
}

/** A user who may enter the tenant. */
export interface Subject {
  user: GuardedUser
  member: GuardedMember
  isAdministrator: boolean
  /** The open sessions of the user in the tenant, without those of impersonators. */
  sessions: readonly GuardedSession[]
  /** Ids of those whose requests are refused already, because they began in another way than the account requires. */
  closed: ReadonlySet<string>
  /** A second factor that counts: the first proof of an email removes those that were added before it. */
  hasFactor: boolean
  /** Failed sign-ins by password in a row. */
  failedLogins: number
  ways: WaysIn
  /** Whether a sign-in of the user would succeed as things are. */
  canSignIn: boolean
}

/** What a change does; each kind of policy says it for itself. */
export interface Outcomes {
  /** Whether the change ends this session or refuses its requests; also asked about the session of the call. */
  ends(session: GuardedSession): boolean
  /** Whether requests of this session are refused already, so that it keeps no one signed in. @default none are */
  isClosed?(session: GuardedSession): boolean
  /** Whether the next sign-in of the user is refused because of the change. */
  refuses(subject: Subject): boolean
  /** Whether the change opens a way in for a user who has none as things are. @default none */
  admits?(subject: Subject): boolean
  /** Whether the change makes the user add a second factor before they enter again. */
  enrolls?(subject: Subject): boolean
  /** API tokens that stop working. */
  apiTokens?: number
}

export interface Judge<Value> {
  /** @throws Refusal 400 that names the field */
  read(value: unknown): Value
  judge(call: GuardCall, value: Value, subjects: readonly Subject[]): Promise<Outcomes>
}
