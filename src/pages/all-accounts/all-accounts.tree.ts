import { isAbort, messageOf } from '../../kernel/errors.ts'
import { joinPath } from '../../rules/account-path.ts'
import { type AccountsContext, toRow } from './all-accounts.calls.ts'
import {
  ACCOUNTS_PAGE,
  appended,
  type Branch,
  EMPTY_BRANCH,
  isTree,
  patchRows,
  putBranch,
} from './all-accounts.state.ts'

/** Creates the actions that load the tree, branch by branch, and the flat list. */
export const treeActions = ({ api, apply, get, deps }: AccountsContext) => {
  let running: AbortController | undefined

  const addFigures = async (ids: readonly string[], signal: AbortSignal): Promise<void> => {
    if (ids.length === 0) return
    try {
      const [counts, metadata] = await Promise.all([
        api.subTenants.countUsers({ body: { tenantIds: [...ids] } }, { signal }),
        api.subTenants.getHierarchyMetadata({ query: { _tenantIds: ids.join() } }, { signal }),
      ])
      const users = new Map(counts.map(({ tenantId, totalUsers }) => [tenantId, totalUsers]))
      const below = new Map(metadata.map(({ tenantId, totalSubTenants }) => [tenantId, totalSubTenants]))
      const figuresOf = (id: string) => ({
        ...(users.has(id) && { users: users.get(id) }),
        ...(below.has(id) && { below: below.get(id) }),
      })
      apply(patchRows(new Map(ids.map((id) => [id, figuresOf(id)]))))
    } catch (error) {
      if (!isAbort(error)) deps.log.info('Figures of accounts are left out', error)
    }
  }

  /** Returns the paths. If the backend lacks the call, only the names are shown. */
  const pathsOf = async (ids: readonly string[], signal?: AbortSignal): Promise<Map<string, string>> => {
    if (ids.length === 0) return new Map()
    try {
      const found = await api.accountPaths.listPaths({ query: { ids: ids.join() } }, signal && { signal })
      return new Map(found.map(({ tenantId, path }) => [tenantId, joinPath(path)]))
    } catch (error) {
      if (!isAbort(error)) deps.log.info('Paths of accounts are left out', error)
      return new Map()
    }
  }

  const addPaths = async (ids: readonly string[], signal: AbortSignal): Promise<void> => {
    const paths = await pathsOf(ids, signal)
    if (!signal.aborted) apply(patchRows(new Map([...paths].map(([id, path]) => [id, { path }]))))
  }

  /** Returns the query of a branch; without `parentId`, of the flat list. */
  const queryOf = (parentId: string | undefined, page: number) => {
    const { search, sort, order } = get().query
    const wanted = search.trim()
    const root = get().root?.id
    return {
      _limit: ACCOUNTS_PAGE,
      _offset: page,
      _sortBy: sort,
      _order: order,
      ...(parentId !== undefined && { _subTenantId: parentId }),
      ...(parentId === undefined && wanted !== '' && { _filter: wanted, ...(root && { _subTenantId: root }) }),
    }
  }

  /** Marks a branch as loading. The first page replaces its rows; later pages are appended. */
  const begun =
    (page: number) =>
    (branch: Branch): Branch => ({ ...branch, phase: page === 0 ? 'loading' : 'more', error: undefined })

  const load = async (parentId: string | undefined, page: number): Promise<void> => {
    running ??= new AbortController()
    const { signal } = running
    apply(putBranch(parentId, begun(page)))
    try {
      const query = queryOf(parentId, page)
      const { items, _metadata } = await api.subTenants.searchSubTenants({ query }, { signal })
      const rows = items.map(toRow)
      const before = page === 0 ? EMPTY_BRANCH : undefined
      apply(putBranch(parentId, (branch) => appended(before ?? branch, rows, _metadata.totalItems)))
      const ids = rows.map(({ id }) => id)
      await Promise.all([addFigures(ids, signal), parentId === undefined && addPaths(ids, signal)])
    } catch (error) {
      if (isAbort(error) || signal.aborted) return
      apply(putBranch(parentId, (branch) => ({ ...branch, phase: 'failed', error: messageOf(error) })))
    }
  }

  const branchOf = (parentId: string | undefined) =>
    parentId === undefined ? get().list : (get().branches[parentId] ?? EMPTY_BRANCH)

  const nextPage = (parentId: string | undefined) => Math.floor(branchOf(parentId).rows.length / ACCOUNTS_PAGE)

  /** Loads the list. Latest request wins; the previous one is aborted. */
  const show = async (): Promise<void> => {
    running?.abort()
    running = undefined
    const { query, root, expanded } = get()
    if (!isTree(query)) return load(undefined, 0)
    if (root) await Promise.all([load(root.id, 0), ...expanded.map((id) => load(id, 0))])
  }

  return {
    show,
    addFigures,
    pathsOf,
    loadMore: (parentId: string | undefined) => load(parentId, nextPage(parentId)),
    /** Reloads a failed branch. */
    retry: (parentId: string | undefined) => load(parentId, nextPage(parentId)),
    loadBranch: (parentId: string) => load(parentId, 0),
    async toggle(id: string): Promise<void> {
      const isOpen = get().expanded.includes(id)
      apply((state) => ({
        ...state,
        expanded: isOpen ? state.expanded.filter((one) => one !== id) : [...state.expanded, id],
      }))
      if (!isOpen && !get().branches[id]) await load(id, 0)
    },
    stop(): void {
      running?.abort()
      running = undefined
    },
  }
}

export type TreeActions = ReturnType<typeof treeActions>
