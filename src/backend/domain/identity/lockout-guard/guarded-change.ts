import type { Auth } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import type { TransactionPorts } from '../../../ports.ts'
import type { MemberRecord, SessionRecord, UserRecord } from '../../../store/records.ts'

/** Fields read for each user and each membership, kept to a minimum because an account may have many. */
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

/** Fields read for each session, which are also the only ones an evaluator may read of the call's session. */
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

export interface GuardCall {
  ports: TransactionPorts
  auth: Auth
  caller: Caller
}

/** The methods by which a user can prove who they are at sign-in. */
export interface SignInMethods {
  password: boolean
  /** A linked social account. */
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
  /** Whether the user is an administrator of the tenant itself. */
  isAdministrator: boolean
  /** Whether the user administrates the tenant from an account above it. */
  isGuestAdministrator: boolean
  /** The user's open sessions in the tenant, except those of impersonators. */
  sessions: readonly GuardedSession[]
  /** Ids of sessions whose requests are already refused, because they didn't begin as the account requires. */
  closed: ReadonlySet<string>
  /**
   * Whether the user has a second factor that counts; those added before the email was first proven don't, because that
   * proof removes them.
   */
  hasFactor: boolean
  /** Number of consecutive failed sign-ins by password. */
  failedLogins: number
  methods: SignInMethods
  /** Whether the user could currently sign in. */
  canSignIn: boolean
}

/** The effects of a change; each kind of policy has its own evaluator that returns them. */
export interface Outcomes {
  /** Whether the change ends this session or refuses its requests; also called for the session of the call. */
  ends(session: GuardedSession): boolean
  /** Whether requests of this session are already refused, so that it keeps no one signed in. @default none are */
  isClosed?(session: GuardedSession): boolean
  /** Whether the user's next sign-in is refused because of the change. */
  refuses(subject: Subject): boolean
  /** Whether the change gives the user a way to sign in that they lack now. @default none */
  admits?(subject: Subject): boolean
  /** Whether the change requires the user to add a second factor before they enter again. */
  enrolls?(subject: Subject): boolean
  /** Number of API tokens that stop working. */
  apiTokens?: number
}

export interface ChangeEvaluator<Value> {
  /** @throws Refusal 400 that names the field */
  read(value: unknown): Value
  evaluate(call: GuardCall, value: Value, subjects: readonly Subject[]): Promise<Outcomes>
}
