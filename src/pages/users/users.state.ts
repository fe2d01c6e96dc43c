import type { Member } from '../../contract/additions.ts'
import type { Group, InviteLink, TeamRole } from '../../entities/team.ts'
import type { Viewer as AnyViewer } from '../../parts/viewer/viewer.ts'
import { DEFAULT_QUERY, type UsersQuery } from './users.query.ts'

/** Whoever looks at the page, and what she may do there. */
export interface Viewer extends Omit<AnyViewer<UsersAbility>, 'keys'> {
  email: string
}

export type UsersAbility =
  | 'invite'
  | 'editRoles'
  | 'remove'
  | 'resend'
  | 'unlock'
  | 'link'
  | 'editGroups'
  | 'seeSubAccounts'

export interface InviteDraft {
  emails: readonly string[]
  /** Text in the email box that is no chip yet. */
  typing: string
  roleIds: readonly string[]
  name: string
  phone: string
  /** Days of access of a temporary user; `undefined` for good. */
  days?: number | undefined
}

export interface Failure {
  /** Whose: an email address. */
  label: string
  reason: string
}

export type UsersDialog =
  | { kind: 'invite'; draft: InviteDraft; failures: readonly Failure[] }
  | { kind: 'link' }
  | { kind: 'roles'; members: readonly Member[] }
  | { kind: 'remove'; members: readonly Member[] }
  | { kind: 'extend'; member: Member }
  | { kind: 'details'; userId: string }
  | { kind: 'groups'; member: Member }
  | { kind: 'settings' }
  | { kind: 'import' }

export type JobKind = 'invite' | 'roles' | 'resend' | 'remove' | 'export'

/** Counted work: one call per person, one after the other. */
export interface Job {
  kind: JobKind
  done: number
  total: number
  phase: 'running' | 'stopping' | 'finished'
  failures: readonly Failure[]
}

export type NoticeKey =
  | 'invited'
  | 'rolesSaved'
  | 'removed'
  | 'resent'
  | 'unlocked'
  | 'extended'
  | 'madePermanent'
  | 'linkCreated'
  | 'linkRenewed'
  | 'linkRevoked'
  | 'groupsSaved'
  | 'settingsSaved'
  | 'exported'
  | 'imported'
  | 'failed'
  | 'unavailable'

/** Said once in a toast; `seq` tells two alike apart. */
export interface Notice {
  seq: number
  key: NoticeKey
  values: Readonly<Record<string, string | number>>
  /** Id in the undo queue of what can still be taken back. */
  undo?: string | undefined
}

export interface LinkState {
  phase: 'loading' | 'ready' | 'failed'
  busy: boolean
  allowed: boolean
  emailsEnabled: boolean
  link?: InviteLink | undefined
  error?: string | undefined
}

export interface UsersState {
  viewer?: Viewer
  query: UsersQuery
  phase: 'first' | 'reloading' | 'ready' | 'failed'
  error?: string | undefined
  users: readonly Member[]
  totalItems: number
  totalPages: number
  roles: readonly TeamRole[]
  groups: readonly Group[]
  /** Figures of the whole account; absent where the backend has none. */
  stats?: { totalItems: number; addedThisWeek: number; superAdmins: number } | undefined
  /** Names of the accounts below this one, by their ids. */
  accounts: Readonly<Record<string, string>>
  /** Taken out of sight while their removal can still be taken back. */
  leaving: readonly string[]
  /** What this backend can do beyond the wire; a control it can't serve is hidden (DESIGN §9). */
  extras: { filters: boolean; unlock: boolean; temporary: boolean; link: boolean; groups: boolean }
  selected: readonly string[]
  dialog: UsersDialog | null
  link: LinkState
  /** Absolute address of the sign-up page, for the invite link. */
  signUpAddress: string
  /** User ids with a call under way. */
  busy: readonly string[]
  job?: Job | undefined
  notice?: Notice
}

export const EMPTY_DRAFT: InviteDraft = { emails: [], typing: '', roleIds: [], name: '', phone: '' }

const LINK_AT_START: LinkState = { phase: 'loading', busy: false, allowed: true, emailsEnabled: false }

export const initialUsers: UsersState = {
  query: DEFAULT_QUERY,
  phase: 'first',
  users: [],
  totalItems: 0,
  totalPages: 0,
  roles: [],
  groups: [],
  accounts: {},
  leaving: [],
  extras: { filters: true, unlock: true, temporary: false, link: true, groups: false },
  selected: [],
  dialog: null,
  link: LINK_AT_START,
  signUpAddress: '',
  busy: [],
}

type Transition = (state: UsersState) => UsersState

export const loading =
  (query: UsersQuery): Transition =>
  (state) => ({
    ...state,
    query,
    phase: state.users.length > 0 || state.phase === 'ready' ? 'reloading' : 'first',
    error: undefined,
  })

export interface UsersPage {
  items: readonly Member[]
  _metadata: { totalItems: number; totalPages: number }
}

export const loaded =
  ({ items, _metadata }: UsersPage): Transition =>
  (state) => ({
    ...state,
    phase: 'ready',
    users: items,
    totalItems: _metadata.totalItems,
    totalPages: _metadata.totalPages,
    selected: state.selected.filter((id) => items.some((user) => user.id === id)),
  })

/** Seed 001 §4: a failed load leaves an empty list of zero pages. */
export const loadFailed =
  (error: string): Transition =>
  (state) => ({ ...state, phase: 'failed', error, users: [], totalItems: 0, totalPages: 0, selected: [] })

export const replaceUser =
  (id: string, patch: Partial<Member>): Transition =>
  (state) => ({ ...state, users: state.users.map((user) => (user.id === id ? { ...user, ...patch } : user)) })

export const removeUser =
  (id: string): Transition =>
  (state) => {
    if (!state.users.some((user) => user.id === id)) return state
    return {
      ...state,
      users: state.users.filter((user) => user.id !== id),
      selected: state.selected.filter((selected) => selected !== id),
      totalItems: Math.max(0, state.totalItems - 1),
    }
  }

export const openDialog =
  (dialog: UsersDialog): Transition =>
  (state) => ({ ...state, dialog, job: undefined, link: dialog.kind === 'link' ? LINK_AT_START : state.link })

/** Closing while work runs would hide it; it has to be stopped first. */
export const closeDialog: Transition = (state) =>
  state.job && state.job.phase !== 'finished' ? state : { ...state, dialog: null, job: undefined }

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

/** After a bulk invite: what failed or was not tried stays in the form, ready for another attempt. */
export const invitesDone =
  (left: readonly string[], failures: readonly Failure[]): Transition =>
  (state) => {
    if (state.dialog?.kind !== 'invite') return { ...state, job: undefined }
    if (left.length === 0) return { ...state, dialog: null, job: undefined }
    const draft = { ...state.dialog.draft, emails: left, typing: '' }
    return { ...state, job: undefined, dialog: { ...state.dialog, draft, failures } }
  }

export const noticed =
  (key: NoticeKey, values: Notice['values'] = {}, undo?: string): Transition =>
  (state) => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values, undo } })

export const busyWith =
  (id: string, isBusy: boolean): Transition =>
  (state) => ({ ...state, busy: isBusy ? [...state.busy, id] : state.busy.filter((other) => other !== id) })

export const leave =
  (ids: readonly string[], isLeaving: boolean): Transition =>
  (state) => ({
    ...state,
    leaving: isLeaving ? [...state.leaving, ...ids] : state.leaving.filter((id) => !ids.includes(id)),
    selected: state.selected.filter((id) => !ids.includes(id)),
  })

export const shownUsers = ({ users, leaving }: Pick<UsersState, 'users' | 'leaving'>): readonly Member[] =>
  leaving.length === 0 ? users : users.filter(({ id }) => !leaving.includes(id))

export const shownTotal = (state: Pick<UsersState, 'users' | 'leaving' | 'totalItems'>): number =>
  Math.max(0, state.totalItems - (state.users.length - shownUsers(state).length))
