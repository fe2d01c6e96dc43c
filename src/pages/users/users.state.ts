import type { Member, MemberFigures, MemberSecurity } from '../../contract/users.ts'
import type { AuditRow } from '../../entities/audits.ts'
import type { Guaranteed, GuaranteedKind } from '../../entities/guarantee.ts'
import type { Group, InviteLink, TeamRole } from '../../entities/team.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { AccessChanges, AccessCheckState } from '../../parts/access-check/check-access-changes.ts'
import type { Mapping } from '../../parts/csv/member-rows.ts'
import type { AccountChanges, LeftAloneState } from '../../parts/left-alone/check-left-alone.ts'
import { type Change, PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import { emptyList, type ListState, listPatched } from '../../parts/record-list/list-state.ts'
import { type ImportStep, NO_IMPORT } from './users.import.ts'
import type { InviteDraft, InviteFields } from './users.invite-form.ts'
import type { RoleChange } from './users.member.ts'
import type { UsersTexts } from './users.messages.ts'
import { DEFAULT_QUERY, type UsersQuery } from './users.query.ts'

/** Maximum number of users that can be changed one call after another. */
export const MAX_SELECTED = 5_000

export type UsersAbility =
  | 'invite'
  | 'extend'
  | 'editRoles'
  | 'remove'
  | 'resend'
  | 'unlock'
  | 'endSessions'
  | 'seeActivity'
  | 'link'
  | 'seeGroups'
  | 'editGroups'
  | 'seeSubAccounts'
  | 'addToAccounts'

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

export interface UsersState
  extends PageState<UsersAbility, UsersDialog, UsersNotice>,
    LeftAloneState,
    AccessCheckState {
  list: ListState<Member, UsersQuery>
  /** More users match than were counted. @default false */
  hasMore?: boolean
  roles: readonly TeamRole[]
  groups: readonly Group[]
  /** Figures of the whole account; absent if the backend has none. */
  figures?: MemberFigures | undefined
  /** Items that the users in the dialog guarantee; only their ids while these are loaded. */
  guaranteed?: { userIds: string; items?: readonly Guaranteed[]; error?: string } | undefined
  /** Data that the open details show besides the row. */
  details?: MemberDetails | undefined
  /** All users that match search and filters, if all of them are selected rather than only those of this page. */
  everyone?: readonly Member[] | undefined
  /** Names of the sub-accounts, by their ids. */
  accounts: Readonly<Record<string, string>>
  /** Features that this account has turned on; others are hidden. */
  extras: {
    temporary: boolean
    link: boolean
    /** Undefined until the groups have loaded; their column is shown meanwhile. */
    groups: boolean | undefined
  }
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

/** The accounts that a new user joins, and the roles in each of them. */
export interface AccountsChoice {
  tenantIds: readonly string[]
  roleIds: readonly string[]
}

/**
 * Actions that the page, its view and its dialogs call. One that loads its code resolves with `undefined` if that fails.
 */
export interface UsersActions {
  startsAt(search: string): string
  open(search: string): Promise<void>
  follow(search: string): Promise<void>
  close(): void
  openDialog(dialog: UsersDialog): void
  closeDialog(): void
  dialogsMissing(): void
  /** Clears the reason a form over the details was refused, before the next form opens. */
  dropError(): void
  stopJob(): void
  dropJob(): void

  show(query: UsersQuery): Promise<void>
  reload(): Promise<void>
  change(patch: Partial<UsersQuery>): Promise<void>
  clearFilters(): Promise<void>
  select(ids: ReadonlySet<string>): void
  selectAll(): Promise<void>
  exportAll(t: Translate<UsersTexts>): Promise<void>
  exportSelected(members: readonly Member[], t: Translate<UsersTexts>): Promise<void>

  openInvite(): void
  editDraft(patch: Partial<InviteDraft>): void
  invite(draft: InviteDraft): Promise<void>
  resend(members: readonly Member[]): Promise<void>
  resendToAll(member: Member): Promise<void>
  loadLink(): Promise<void>
  createLink(): Promise<void>
  emailLink(): Promise<void>
  renewLink(days: number): Promise<void>
  revokeLink(): Promise<void>
  loadSettings(): Promise<void>
  saveSettings(settings: InvitationSettings): Promise<void>

  importFile(file: File): Promise<void>
  mapImport(patch: Partial<{ mapping: Mapping; defaultRoleIds: readonly string[] }>): void
  checkImport(): Promise<void>
  /** Starts the import, or resumes it after a stop. */
  runImport(): Promise<void>
  stopImport(): void
  restartImport(): void
  closeImport(): Promise<void>

  /** Returns `true` if the roles were saved and the form may close if it is still open. */
  saveRoles(member: Member, roleIds: readonly string[]): Promise<boolean | undefined>
  /** Saves roles and keeps the details open; returns `false` if the server refused. */
  saveRolesHere(member: Member, roleIds: readonly string[]): Promise<boolean | undefined>
  changeRoles(members: readonly Member[], change: RoleChange): Promise<void>
  saveGroups(member: Member, groupIds: readonly string[]): Promise<void>
  /** Saves groups and keeps the details open; returns `false` if the server refused. */
  saveGroupsHere(member: Member, groupIds: readonly string[]): Promise<boolean | undefined>
  addToGroups(members: readonly Member[], groupIds: readonly string[]): Promise<void>
  addToAccounts(member: Member, choice: AccountsChoice): Promise<boolean | undefined>
  removeFromAccount(member: Member): Promise<void>
  /** Removes users, but never the signed-in one. It can be undone. */
  remove(members: readonly Member[]): void
  undo(id: string): void
  commit(id: string): void

  loadDetails(member: Member): Promise<void>
  loadSecurity(member: Member): Promise<void>
  loadActivity(member: Member): Promise<void>
  resetMfa(member: Member): Promise<void>
  unlock(member: Member): Promise<void>
  /** Signs the user out on every device. */
  endSessions(member: Member): Promise<void>
  extend(member: Member, days: number): Promise<void>
  makePermanent(member: Member): Promise<void>
  loadGuaranteed(members: readonly Member[]): Promise<void>
  /** Checks which sub-accounts the changes would leave without an administrator. */
  checkChanges(body: AccountChanges): Promise<unknown>
  /** Returns whether the changes are known to pause nothing that members vouch for. */
  checkAccessChanges(changes: AccessChanges): Promise<boolean | undefined>
  /** Returns whether the change of these users may continue. */
  succeedGuarantor(members: readonly Member[], kinds: GuaranteedKind[]): Promise<boolean | undefined>
}

export type UsersViewProps = FeatureProps<UsersState, UsersActions, UsersTexts>

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
  accessCheck: undefined,
} satisfies Partial<UsersState>

export const initialUsers: UsersState = {
  ...PAGE_AT_START,
  ...DIALOG_START,
  list: emptyList(DEFAULT_QUERY),
  roles: [],
  groups: [],
  accounts: {},
  extras: { temporary: false, link: true, groups: undefined },
  inviteFields: { name: 'optional', phone: 'optional' },
  signUpUrl: '',
  busy: [],
}

type Transition = Change<UsersState>

/** Returns whether the user may see groups, as far as is known. */
export const canSeeGroups = ({ viewer }: Pick<UsersState, 'viewer'>): boolean => viewer?.may.seeGroups !== false

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
