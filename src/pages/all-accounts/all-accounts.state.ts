import type { SubTenantStatus } from '../../contract/accounts.ts'
import type { UserV3 } from '../../entities/auth.ts'
import type { SubTenantUser, TenantType } from '../../entities/tenants.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { AccountChanges, LeftAloneState } from '../../parts/left-alone/check-left-alone.ts'
import { type Change, PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { AccountsTexts } from './all-accounts.messages.ts'

const SORTS = ['name', 'createdAt', 'tenantId'] as const
type AccountSort = (typeof SORTS)[number]

export const sortOf = (name: string | undefined): AccountSort | undefined => SORTS.find((known) => known === name)

const VIEWS = ['tree', 'list', 'users'] as const

export const viewOf = (name: string | undefined): AccountsQuery['view'] | undefined =>
  VIEWS.find((known) => known === name)

/** Query of the list of accounts, or of the users of all accounts. */
export interface AccountsQuery {
  view: (typeof VIEWS)[number]
  search: string
  sort: AccountSort
  order: 'ASC' | 'DESC'
}

export const DEFAULT_QUERY: AccountsQuery = { view: 'tree', search: '', sort: 'name', order: 'ASC' }

export type AccountsAbility = 'write' | 'remove' | 'access' | 'addUsers' | 'removeUsers' | 'setRoles' | 'seeUsers'

export const ACCOUNTS_PAGE = 50
export const USERS_PAGE = 10
export const ALL_USERS_PAGE = 20

export interface AccountRow {
  id: string
  name: string
  createdAt?: string | undefined
  type?: TenantType | undefined
  /** `undefined` if this backend doesn't report it. */
  parentId?: string | undefined
  isParent: boolean
  /** `undefined` unless the user is the operator; no one else can change it. */
  isSuspended?: boolean | undefined
  /** `undefined` if the account isn't on trial. */
  trialEndsAt?: string | undefined
  /** Names of the accounts above it, such as `Northwind › Europe`; loaded after the row when it isn't in the tree. */
  path?: string | undefined
  /** Number of users; loaded after the row. */
  users?: number | undefined
  /** Number of accounts below it, on all levels. */
  below?: number | undefined
}

/** The loaded part of one list of accounts: the children of an account, or all matches of a search. */
export interface Branch {
  phase: 'loading' | 'more' | 'ready' | 'failed'
  error?: string | undefined
  rows: readonly AccountRow[]
  total: number
}

export interface UsersOfAccount {
  phase: 'loading' | 'ready' | 'failed'
  error?: string | undefined
  search: string
  /** Index of the page, starting at 0. */
  page: number
  order: 'ASC' | 'DESC'
  rows: readonly UserV3[]
  total: number
}

/** The position of an account in the hierarchy. */
export interface AccountPlace {
  name: string
  /** Names of the accounts above it, such as `Northwind › Europe`; empty for the topmost account. */
  path: string
  /** Ids from the topmost account to the account itself. */
  line: readonly string[]
}

/** A user in one account. A user of several accounts has a row for each. */
export interface AllUsersRow {
  id: string
  user: SubTenantUser
  accountId: string
  /** `undefined` if this backend can't return the whole hierarchy in one call. */
  account?: AccountPlace | undefined
  roles: readonly string[]
  isInvited: boolean
}

/** State of the list of users of all accounts. */
export interface AllUsers {
  phase: 'loading' | 'ready' | 'failed'
  error?: string | undefined
  /** Index of the page, starting at 0. */
  page: number
  rows: readonly AllUsersRow[]
  total: number
}

/** The open account, whose calls have their own bearer. */
export interface OpenAccount {
  id: string
  phase: 'loading' | 'open' | 'refused' | 'failed'
  error?: string | undefined
  row: AccountRow
  /** Sorted from the topmost account down. */
  parents: readonly { id: string; name: string }[]
  tab: 'users' | 'accounts'
  users: UsersOfAccount
  /** Ids of users with a pending call. */
  busy: readonly string[]
}

interface RoleOption {
  id: string
  name: string
  description: string
}

export type AccountsDialog =
  | { kind: 'create'; parent: AccountRow }
  | { kind: 'edit' | 'move' | 'suspend' | 'resume' | 'status' | 'delete'; account: AccountRow }
  | { kind: 'add-users' }
  | { kind: 'roles' | 'remove-user' | 'end-access'; user: UserV3 }

/** Accounts offered as a new parent. */
interface Candidates {
  phase: 'loading' | 'ready' | 'failed'
  rows: readonly AccountRow[]
}

type AccountsNotice =
  | 'created'
  | 'renamed'
  | 'moved'
  | 'suspended'
  | 'resumed'
  | 'deleted'
  | 'usersAdded'
  | 'rolesSaved'
  | 'userRemoved'
  | 'accessOn'
  | 'accessOff'
  | 'failed'
  | 'switchFailed'
  | 'gone'
  | 'unavailable'

export interface AccountsState extends PageState<AccountsAbility, AccountsDialog, AccountsNotice>, LeftAloneState {
  query: AccountsQuery
  /** The active account, which is the root of the tree. */
  root?: AccountRow
  list: Branch
  allUsers: AllUsers
  /** Child lists, by the id of their parent. */
  branches: Readonly<Record<string, Branch>>
  expanded: readonly string[]
  account?: OpenAccount | undefined
  roles: readonly RoleOption[]
  candidates: Candidates
}

/** Users to add to an account. */
export interface UsersDraft {
  emails: readonly string[]
  roleIds: readonly string[]
  allowAccess: boolean
}

/** Terms of an account that change; a trial of `null` days ends it. */
export interface TermsChange {
  type: SubTenantStatus['type']
  trialDays: number | null | undefined
}

/** Actions that the page, its views and its dialogs call. */
export interface AccountsActions {
  open(search: string): Promise<void>
  follow(search: string): Promise<void>
  close(): void
  openDialog(dialog: AccountsDialog): void
  closeDialog(): void
  dialogsMissing(): void

  change(patch: Partial<AccountsQuery>): Promise<void>
  toggle(id: string): Promise<void>
  loadMore(parentId: string | undefined): Promise<void>
  /** Reloads a failed branch. */
  retry(parentId: string | undefined): Promise<void>
  /** Loads a page of the users of all accounts. Returns `false` if this backend lacks the call. */
  loadAllUsers(page?: number): Promise<boolean>

  /** Opens an account. `search` filters its users. */
  enterAccount(id: string, tab?: OpenAccount['tab'], search?: string): Promise<void>
  retryAccount(id: string): Promise<void>
  leaveAccount(): void
  showTab(tab: OpenAccount['tab']): void
  switchInto(account: AccountRow): Promise<void>

  create(parent: AccountRow, name: string, isReseller: boolean): Promise<void>
  rename(account: AccountRow, name: string): Promise<void>
  move(account: AccountRow, parent: AccountRow): Promise<void>
  /** Finds accounts that this one can be moved to. */
  findParents(text: string, account: AccountRow): Promise<void>
  setSuspended(account: AccountRow, isSuspended: boolean): Promise<void>
  setTerms(account: AccountRow, terms: TermsChange): Promise<void>
  deleteAccount(account: AccountRow): Promise<void>

  loadUsers(id: string, patch?: Partial<Pick<UsersOfAccount, 'search' | 'page' | 'order'>>): Promise<void>
  addUsers(draft: UsersDraft): Promise<void>
  setRoles(user: UserV3, roleIds: readonly string[]): Promise<void>
  /** Asks first if sub-accounts would lose their last administrator. */
  setAccess(user: UserV3, allowAccess: boolean): Promise<void>
  /** Ends access to sub-accounts without asking. */
  endAccess(user: UserV3): Promise<void>
  checkChanges(body: AccountChanges): Promise<unknown>
  removeUser(user: UserV3): Promise<void>
}

export type AccountsViewProps = FeatureProps<AccountsState, AccountsActions, AccountsTexts>

/** Returns the change that ends a membership, or its access to sub-accounts. */
export const endOf = ({ id: userId }: Pick<UserV3, 'id'>, tenantId: string): AccountChanges => ({
  changes: [{ userId, tenantId }],
})

export const EMPTY_BRANCH: Branch = { phase: 'loading', rows: [], total: 0 }

export const EMPTY_USERS: UsersOfAccount = {
  phase: 'loading',
  search: '',
  page: 0,
  order: 'DESC',
  rows: [],
  total: 0,
}

export const initialAccounts: AccountsState = {
  ...PAGE_AT_START,
  query: DEFAULT_QUERY,
  list: EMPTY_BRANCH,
  allUsers: { phase: 'loading', page: 0, rows: [], total: 0 },
  branches: {},
  expanded: [],
  roles: [],
  candidates: { phase: 'ready', rows: [] },
}

/** Returns whether this backend can move accounts; the call is an addition to the API. */
export const canMove = ({ missing }: Pick<AccountsState, 'missing'>): boolean => !missing.includes('moveSubTenant')

/** Returns whether the user's permission and this backend allow listing all users. */
export const canSeeAllUsers = ({ viewer, missing }: Pick<AccountsState, 'viewer' | 'missing'>): boolean =>
  viewer?.may.seeUsers === true && !missing.includes('listAllUsers')

/** Returns whether the page shows users, which requires that they can be listed. */
export const showsAllUsers = (state: AccountsState): boolean => state.query.view === 'users' && canSeeAllUsers(state)

/** Returns whether the user may change the account's status, which this backend then reports. */
export const canSetStatus = ({ viewer }: Pick<AccountsState, 'viewer'>, { isSuspended }: AccountRow): boolean =>
  viewer?.may.remove === true && isSuspended !== undefined

type Transition = Change<AccountsState>

/** Appends children and drops duplicates. */
export const appended = (branch: Branch, rows: readonly AccountRow[], total: number): Branch => {
  const known = new Set(branch.rows.map(({ id }) => id))
  return { phase: 'ready', rows: [...branch.rows, ...rows.filter(({ id }) => !known.has(id))], total }
}

const inBranches = (state: AccountsState, change: (branch: Branch) => Branch): AccountsState => ({
  ...state,
  list: change(state.list),
  branches: Object.fromEntries(Object.entries(state.branches).map(([id, branch]) => [id, change(branch)])),
})

/** Patches any number of rows in one pass, because a list may hold thousands. */
export const patchRows =
  (patches: ReadonlyMap<string, Partial<AccountRow>>): Transition =>
  (state) => {
    const change = (row: AccountRow) => {
      const patch = patches.get(row.id)
      return patch ? { ...row, ...patch } : row
    }
    const next = inBranches(state, (branch) => ({ ...branch, rows: branch.rows.map(change) }))
    return { ...next, account: next.account && { ...next.account, row: change(next.account.row) } }
  }

/** Patches one row, so that the tree is updated without another load. */
export const patchRow = (id: string, patch: Partial<AccountRow>): Transition => patchRows(new Map([[id, patch]]))

export const dropRow =
  (id: string): Transition =>
  (state) =>
    inBranches(state, (branch) => {
      const rows = branch.rows.filter((row) => row.id !== id)
      return { ...branch, rows, total: branch.total - (branch.rows.length - rows.length) }
    })

export const putBranch =
  (parentId: string | undefined, change: (branch: Branch) => Branch): Transition =>
  (state) =>
    parentId === undefined
      ? { ...state, list: change(state.list) }
      : { ...state, branches: { ...state.branches, [parentId]: change(state.branches[parentId] ?? EMPTY_BRANCH) } }

export const putAccount =
  (id: string, change: (account: OpenAccount) => OpenAccount): Transition =>
  (state) =>
    state.account?.id === id ? { ...state, account: change(state.account) } : state

/** A line of the tree as it is rendered. */
export type TreeLine =
  | { kind: 'account'; id: string; row: AccountRow; depth: number; isOpen: boolean }
  | { kind: 'more' | 'loading' | 'failed'; id: string; parentId: string; depth: number; left: number }

const tailOf = (parentId: string, branch: Branch, depth: number): TreeLine[] => {
  const left = branch.total - branch.rows.length
  const line = { id: `${branch.phase} ${parentId}`, parentId, depth, left }
  if (branch.phase === 'loading' || branch.phase === 'more') return [{ ...line, kind: 'loading' }]
  if (branch.phase === 'failed') return [{ ...line, kind: 'failed' }]
  return left > 0 ? [{ ...line, kind: 'more' }] : []
}

/** Returns the lines of the tree's open part. */
export const treeLines = (state: AccountsState, parentId: string, depth = 0): TreeLine[] => {
  const branch = state.branches[parentId]
  if (!branch) return []
  const lines = branch.rows.flatMap((row): TreeLine[] => {
    const isOpen = state.expanded.includes(row.id)
    const line: TreeLine = { kind: 'account', id: row.id, row, depth, isOpen }
    return isOpen ? [line, ...treeLines(state, row.id, depth + 1)] : [line]
  })
  return [...lines, ...tailOf(parentId, branch, depth)]
}

/** Returns whether the list of accounts is a tree, rather than the flat list of a search. */
export const isTree = ({ view, search }: Pick<AccountsQuery, 'view' | 'search'>): boolean =>
  view !== 'list' && search.trim() === ''
