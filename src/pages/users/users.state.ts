import type { MemberFigures, MemberSecurity } from '../../contract/additions/member-security.ts'
import type { Member } from '../../contract/additions/members.ts'
import type { AuditRow } from '../../entities/audits.ts'
import type { Guaranteed } from '../../entities/guarantee.ts'
import type { Group, InviteLink, TeamRole } from '../../entities/team.ts'
import { type Change, PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import { emptyList, type ListState, listPatched } from '../../parts/record-list/list-state.ts'
import { type ImportStep, NO_IMPORT } from './users.import.ts'
import type { InviteFields } from './users.invite-fields.ts'
import { DEFAULT_QUERY, type UsersQuery } from './users.query.ts'

/** Maximum number of users that can be changed one call after another. */
export const MAX_SELECTED = 5_000

export type UsersAbility =
  | 'invite'
  | 'editRoles'
  | 'remove'
  | 'resend'
  | 'unlock'
  | 'endSessions'
  | 'seeActivity'
  | 'link'
  | 'editGroups'
  | 'seeSubAccounts'
  | 'addToAccounts'

export interface InviteDraft {
  emails: readonly string[]
  /** Text in the email field that is not a chip yet. */
  typing: string
  roleIds: readonly string[]
  name: string
  phone: string
  /** Days of access of a temporary user; `undefined` means permanent. */
  days?: number | undefined
}

export interface Failure {
  /** The email address that failed. */
  label: string
  reason: string
}

export type UsersDialog =
  | { kind: 'invite'; draft: InviteDraft; failures: readonly Failure[] }
  | { kind: 'link' }
  | { kind: 'roles'; members: readonly Member[] }
  | { kind: 'remove'; members: readonly Member[] }
  | { kind: 'extend'; member: Member }
  /** `tenantId` is set if one user is listed in several accounts. */
  | { kind: 'details'; userId: string; tenantId?: string }
  | { kind: 'groups'; member: Member }
  | { kind: 'addToGroups'; members: readonly Member[] }
  | { kind: 'accounts'; member: Member }
  | { kind: 'settings' }
  | { kind: 'import' }

export type JobKind = 'invite' | 'roles' | 'resend' | 'remove' | 'export' | 'select'

/** A job with one call per user, one after another. */
export interface Job {
  kind: JobKind
  done: number
  total: number
  phase: 'running' | 'stopping' | 'finished'
  failures: readonly Failure[]
}

export type UsersNotice =
  | 'invited'
  | 'rolesSaved'
  | 'succeeded'
  | 'succeededPartly'
  | 'removed'
  | 'resent'
  | 'unlocked'
  | 'mfaReset'
  | 'extended'
  | 'madePermanent'
  | 'sessionsEnded'
  | 'linkCreated'
  | 'linkEmailed'
  | 'linkRenewed'
  | 'linkRevoked'
  | 'groupsSaved'
  | 'addedToGroups'
  | 'addedToAccounts'
  | 'settingsSaved'
  | 'exported'
  | 'imported'
  | 'failed'
  | 'removalFailed'
  | 'resendFailed'
  | 'signOutFailed'
  | 'mfaResetFailed'
  | 'exportFailed'
  | 'selectFailed'
  | 'settingsFailed'
  | 'unavailable'

export interface LinkState {
  phase: 'loading' | 'ready' | 'failed'
  busy: boolean
  allowed: boolean
  emailsEnabled: boolean
  link?: InviteLink | undefined
  error?: string | undefined
}

/** Settings for how users join the account. */
export interface InvitationSettings {
  tenantInvitationsAllowed: boolean
  emailsEnabled: boolean
  temporary: boolean
}

/** A part of the details that loads separately; `hidden` for users who may not see it. */
export type Loaded<Value> =
  | { phase: 'hidden' | 'loading' }
  | { phase: 'ready'; value: Value }
  | { phase: 'failed'; error: string }

export interface MemberDetails {
  userId: string
  security: Loaded<MemberSecurity>
  activity: Loaded<readonly AuditRow[]>
}

export interface UsersState extends PageState<UsersAbility, UsersDialog, UsersNotice> {
  list: ListState<Member, UsersQuery>
  /** More users match than were counted. @default false */
  hasMore?: boolean
  roles: readonly TeamRole[]
  groups: readonly Group[]
  /** Figures of the whole account; absent if the backend has none. */
  figures?: MemberFigures | undefined
  /** Items that the user in the dialog guarantees. */
  guaranteed?: { userIds: string; items: readonly Guaranteed[] } | undefined
  /** Data that the open details show besides the row. */
  details?: MemberDetails | undefined
  /** All users that match search and filters, if all of them are selected rather than only those of this page. */
  everyone?: readonly Member[] | undefined
  /** Names of the sub-accounts, by their ids. */
  accounts: Readonly<Record<string, string>>
  /** Features that this account has turned on; others are hidden. */
  extras: { temporary: boolean; link: boolean; groups: boolean }
  /** Fields of the invite dialog besides the emails. */
  inviteFields: InviteFields
  link: LinkState
  /** Absolute URL of the sign-up page, for the invite link. */
  signUpUrl: string
  settings?: InvitationSettings | undefined
  importing: ImportStep
  /** Ids of users with a pending call. */
  busy: readonly string[]
  job?: Job | undefined
}

export const EMPTY_DRAFT: InviteDraft = { emails: [], typing: '', roleIds: [], name: '', phone: '' }

/** Returns a draft with the default roles, which users would also get without an invitation. */
export const newDraft = (roles: readonly TeamRole[]): InviteDraft => ({
  ...EMPTY_DRAFT,
  roleIds: roles.filter(({ isDefault }) => isDefault).map(({ id }) => id),
})

const LINK_AT_START: LinkState = { phase: 'loading', busy: false, allowed: true, emailsEnabled: false }

/** State in which every dialog of the page starts. */
export const DIALOG_START = {
  job: undefined,
  link: LINK_AT_START,
  settings: undefined,
  importing: NO_IMPORT,
  details: undefined,
} satisfies Partial<UsersState>

export const initialUsers: UsersState = {
  ...PAGE_AT_START,
  ...DIALOG_START,
  list: emptyList(DEFAULT_QUERY),
  roles: [],
  groups: [],
  accounts: {},
  extras: { temporary: false, link: true, groups: false },
  inviteFields: { name: 'optional', phone: 'optional' },
  signUpUrl: '',
  busy: [],
}

type Transition = Change<UsersState>

/** Returns whether this backend can filter users; the call is an addition to the API. */
export const canFilter = ({ missing }: Pick<UsersState, 'missing'>): boolean => !missing.includes('listMembers')

export const canUnlock = ({ missing }: Pick<UsersState, 'missing'>): boolean =>
  !missing.includes('listMembers') && !missing.includes('unlockMember')

export const isWorking = ({ job }: Pick<UsersState, 'job'>): boolean => job !== undefined && job.phase !== 'finished'

export const replaceUser =
  (id: string, patch: Partial<Member>): Transition =>
  (state) => ({
    ...state,
    list: listPatched(state.list, id, patch),
    everyone: state.everyone?.map((user) => (user.id === id ? { ...user, ...patch } : user)),
  })

export const editDraft =
  (patch: Partial<InviteDraft>): Transition =>
  (state) =>
    state.dialog?.kind === 'invite'
      ? { ...state, dialog: { ...state.dialog, draft: { ...state.dialog.draft, ...patch } } }
      : state

export const jobStarted =
  (kind: JobKind, total: number): Transition =>
  (state) => ({ ...state, job: { kind, done: 0, total, phase: 'running', failures: [] } })

export const jobAdvanced =
  (failure?: Failure): Transition =>
  (state) => {
    if (!state.job) return state
    const failures = failure ? [...state.job.failures, failure] : state.job.failures
    return { ...state, job: { ...state.job, done: state.job.done + 1, failures } }
  }

export const jobStopping: Transition = (state) =>
  state.job?.phase === 'running' ? { ...state, job: { ...state.job, phase: 'stopping' } } : state

export const jobFinished: Transition = (state) =>
  state.job ? { ...state, job: { ...state.job, phase: 'finished' } } : state

/** Applies the results of a bulk invite. Failed and untried emails stay in the form for another attempt. */
export const invitesDone =
  (left: readonly string[], failures: readonly Failure[]): Transition =>
  (state) => {
    if (state.dialog?.kind !== 'invite') return { ...state, job: undefined }
    if (left.length === 0) return { ...state, dialog: null, job: undefined }
    const draft = { ...state.dialog.draft, emails: left, typing: '' }
    return { ...state, job: undefined, dialog: { ...state.dialog, draft, failures } }
  }

export const busyWith =
  (id: string, isBusy: boolean): Transition =>
  (state) => ({ ...state, busy: isBusy ? [...state.busy, id] : state.busy.filter((other) => other !== id) })
