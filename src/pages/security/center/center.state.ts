import type { AccountsLeftAlone } from '../../../contract/guarantees.ts'
import type { MemberPreset } from '../../../contract/users.ts'
import type { UserV3 } from '../../../entities/auth.ts'
import type { Insight, Recommendation, RecommendationCode } from '../../../entities/security-center.ts'
import { PAGE_AT_START, type PageState } from '../../../parts/page-kit/page-state.ts'
import { GUARD_AT_REST, type GuardState } from '../../../parts/policy-guard/guard.state.ts'
import { emptyList, type ListQuery, type ListState } from '../../../parts/record-list/list-state.ts'
import type { SecurityAbility } from '../security.state.ts'

/** A part of the tab that loads and fails separately, and keeps its data. */
interface Part<Value> {
  phase: 'loading' | 'ready' | 'failed'
  value?: Value
  error?: string
}

/** A user of one of the tables, with the names of their roles once these are known. */
export interface ListedUser extends UserV3 {
  roleNames?: readonly string[]
}

type UserTable = ListState<ListedUser>

interface Affected {
  /** Absent if the action applies to all users of the table. */
  users?: readonly ListedUser[]
  /** The number of affected users. */
  count: number
}

/** The action on users of a table that a dialog confirms. */
export type CenterDialog =
  | ({ kind: 'send' } & Affected)
  | ({ kind: 'require' } & Affected)
  | ({ kind: 'remove' } & Affected)

export type BulkKind = CenterDialog['kind']

export interface BulkFailure {
  id: string
  name: string
  reason: string
}

/** A running bulk action, or its failures once it is over. */
export interface BulkJob {
  kind: BulkKind
  total: number
  done: number
  failed: readonly BulkFailure[]
  isOver: boolean
}

export type CenterNotice = 'adjusted' | 'restored' | 'sent' | 'sentAll' | 'required' | 'removed' | 'failed'

export interface CenterState extends PageState<SecurityAbility, CenterDialog, CenterNotice> {
  recommendations: Part<{ score: number; items: readonly Recommendation[] }>
  insights: Part<readonly Insight[]>
  /** Accounts below that lost their last administrator; unknown until loaded, and on an older backend. */
  leftAlone?: AccountsLeftAlone | undefined
  tables: Readonly<Record<MemberPreset, UserTable>>
  /** The table that is shown. */
  shown: MemberPreset
  /** The recommendation whose action is running. */
  adjusting?: RecommendationCode | undefined
  job?: BulkJob | undefined
  guard: GuardState
}

const PAGE_SIZE = 10

const FIRST_PAGE: ListQuery = { search: '', sort: 'name', order: 'ASC', page: 0, size: PAGE_SIZE }

const emptyTable = (): UserTable => emptyList(FIRST_PAGE)

/** Tables in display order. */
export const TABLES = ['breached-passwords', 'mfa-unenrolled', 'inactive'] as const satisfies readonly MemberPreset[]

export const initialCenter: CenterState = {
  ...PAGE_AT_START,
  recommendations: { phase: 'loading' },
  insights: { phase: 'loading' },
  tables: { 'breached-passwords': emptyTable(), 'mfa-unenrolled': emptyTable(), inactive: emptyTable() },
  shown: 'breached-passwords',
  guard: GUARD_AT_REST,
}

/** Returns whether a table failed before it had any rows. */
export const hasFailed = ({ phase, rows, refused }: UserTable): boolean =>
  phase === 'failed' && rows.length === 0 && !refused

/** Returns whether there is no table to show, and no bulk action to follow. */
export const haveAllFailed = ({ tables, job }: CenterState): boolean =>
  !job && TABLES.every((preset) => hasFailed(tables[preset]))

type Change = (state: CenterState) => CenterState

/** Marks a part as loading; its data stays. */
export const partLoading =
  (name: 'recommendations' | 'insights'): Change =>
  (state) => ({ ...state, [name]: { ...state[name], phase: 'loading' } })

export const partFailed =
  (name: 'recommendations' | 'insights', error: string): Change =>
  (state) => ({ ...state, [name]: { ...state[name], phase: 'failed', error } })

export const tablePut =
  (preset: MemberPreset, change: (table: UserTable) => UserTable): Change =>
  (state) => ({ ...state, tables: { ...state.tables, [preset]: change(state.tables[preset]) } })
