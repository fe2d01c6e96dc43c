import type { SubTenantStatus } from '../../contract/accounts.ts'
import { randomId } from '../../kernel/random-id.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { type AccountsContext, isWithin, toRow } from './all-accounts.calls.ts'
import { ACCOUNTS_PAGE, type AccountRow, dropRow, patchRow, type TermsChange } from './all-accounts.state.ts'
import type { TreeActions } from './all-accounts.tree.ts'

const DAY_MS = 86_400_000

/** Creates the actions that create, rename, move, suspend and delete accounts. */
export const changeActions = (context: AccountsContext, tree: TreeActions) => {
  const { api, apply, get, deps, before, after, submit, notify, failWith, places, forgetPlaces } = context

  /** Reloads the lists that show the account, so that order and totals are correct. */
  const showAgain = async (...parentIds: readonly (string | undefined)[]): Promise<void> => {
    forgetPlaces()
    const { branches, list, query } = get()
    const loaded = [...new Set(parentIds)].filter((id): id is string => id !== undefined && branches[id] !== undefined)
    await Promise.all([
      ...loaded.map((id) => tree.loadBranch(id)),
      ...(list.rows.length > 0 && (query.view === 'list' || query.search) ? [tree.show()] : []),
    ])
  }

  const setStatus = async (account: AccountRow, change: SubTenantStatus): Promise<boolean> => {
    const detail = { id: account.id, ...change }
    if (!before('update-sub-account', detail)) return false
    const call = () => api.subTenantStatus.updateStatus({ path: { tenantId: account.id }, body: change })
    if (!(await submit(call))) return false
    after('update-sub-account', detail)
    return true
  }

  const switchInto = async (account: AccountRow): Promise<void> => {
    try {
      await deps.session.switchTenant(account.id)
    } catch (error) {
      failWith('switchFailed', { name: account.name, error, retry: () => switchInto(account) })
    }
  }

  return {
    switchInto,
    async create(parent: AccountRow, name: string, isReseller: boolean): Promise<void> {
      const tenantId = randomId()
      const detail = { parentTenantId: parent.id, name }
      if (!before('create-sub-account', detail)) return
      const body = { tenantId, name, parentTenantId: parent.id, ...(isReseller && { isReseller }) }
      if (!(await submit(() => api.subTenants.createSubTenant({ body })))) return
      apply(patchRow(parent.id, { isParent: true, below: (parent.below ?? 0) + 1 }))
      notify('created', { name })
      after('create-sub-account', { id: tenantId, ...detail })
      await showAgain(parent.id)
    },
    async rename(account: AccountRow, name: string): Promise<void> {
      const detail = { id: account.id, name }
      if (!before('update-sub-account', detail)) return
      const call = () => api.subTenants.updateSubTenant({ path: { tenantId: account.id }, body: { name } })
      if (!(await submit(call))) return
      forgetPlaces()
      apply(patchRow(account.id, { name }))
      notify('renamed', { name })
      after('update-sub-account', detail)
    },
    async move(account: AccountRow, parent: AccountRow): Promise<void> {
      const detail = { id: account.id, parentTenantId: parent.id }
      if (!before('update-sub-account', detail)) return
      const call = async () => {
        try {
          await api.subTenantTree.moveSubTenant({ path: { tenantId: account.id }, body: { parentTenantId: parent.id } })
        } catch (error) {
          if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'moveSubTenant'] }))
          throw error
        }
      }
      if (!(await submit(call))) return
      apply(dropRow(account.id), patchRow(parent.id, { isParent: true }))
      notify('moved', { name: account.name, parent: parent.name })
      after('update-sub-account', detail)
      await showAgain(parent.id, account.parentId)
    },
    /** Suspends or resumes the account with those below it, whose rows are loaded again. */
    async setSuspended(account: AccountRow, isSuspended: boolean): Promise<void> {
      if (!(await setStatus(account, { isSuspended }))) return
      apply(patchRow(account.id, { isSuspended }))
      notify(isSuspended ? 'suspended' : 'resumed', { name: account.name })
      await showAgain(account.id, account.parentId)
    },
    async setTerms(account: AccountRow, { type, trialDays }: TermsChange): Promise<void> {
      const trialEndsAt = typeof trialDays === 'number' ? deps.clock.now() + trialDays * DAY_MS : trialDays
      const change = { ...(type && { type }), ...(trialEndsAt !== undefined && { trialEndsAt }) }
      if (!(await setStatus(account, change))) return
      const shown = typeof trialEndsAt === 'number' ? new Date(trialEndsAt).toISOString() : undefined
      apply(patchRow(account.id, { ...(type && { type }), ...(trialEndsAt !== undefined && { trialEndsAt: shown }) }))
      notify('renamed', { name: account.name })
    },
    async deleteAccount(account: AccountRow): Promise<void> {
      const detail = { id: account.id }
      if (!before('delete-sub-account', detail)) return
      if (!(await submit(() => api.subTenants.deleteSubTenant({ path: { tenantId: account.id } })))) return
      apply(dropRow(account.id))
      notify('deleted', { name: account.name })
      after('delete-sub-account', detail)
      if (get().account?.id === account.id) apply((state) => ({ ...state, account: undefined }))
      await showAgain(account.parentId)
    },
    /** Finds accounts that this one can be moved to, which excludes itself and its descendants. */
    async findParents(text: string, account: AccountRow): Promise<void> {
      const { root } = get()
      if (!root) return
      apply((state) => ({ ...state, candidates: { ...state.candidates, phase: 'loading' } }))
      try {
        const query = { _limit: ACCOUNTS_PAGE, _offset: 0, _sortBy: 'name' as const, _order: 'ASC' as const }
        const wanted = text.trim()
        const { items } = await api.subTenants.searchSubTenants({
          query: { ...query, ...(wanted && { _filter: wanted }) },
        })
        const isRoot = root.name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())
        const [paths, all] = await Promise.all([tree.pathsOf(items.map(({ tenantId }) => tenantId)), places()])
        const rows = [...(isRoot ? [root] : []), ...items.map(toRow)].filter(({ id }) => !isWithin(all, id, account.id))
        const placed = rows.map((row) => ({ ...row, path: paths.get(row.id) }))
        apply((state) => ({ ...state, candidates: { phase: 'ready', rows: placed } }))
      } catch (error) {
        deps.log.warn('Finding accounts failed', error)
        apply((state) => ({ ...state, candidates: { phase: 'failed', rows: [] } }))
      }
    },
  }
}
