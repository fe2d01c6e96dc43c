import { messageOf } from '../../kernel/errors.ts'
import { type AccountsContext, isStatus, toRow } from './accounts.context.ts'
import { ACCOUNTS_PAGE, type AccountRow, dropRow, noticed, patchRow, refused, saved, saving } from './accounts.state.ts'
import type { TreeActions } from './accounts.tree.slice.ts'

/** Creating, renaming, moving and deleting accounts. */
export const changeActions = (context: AccountsContext, tree: TreeActions) => {
  const { api, apply, get, deps } = context

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    if (get().saving) return
    apply(saving)
    try {
      await work()
    } catch (error) {
      apply(refused(messageOf(error)))
    }
  }

  /** Places where the account is shown are asked for again, so that order and totals are true. */
  const showAgain = async (...parentIds: readonly (string | undefined)[]): Promise<void> => {
    const { branches, list, address } = get()
    const loaded = [...new Set(parentIds)].filter((id): id is string => id !== undefined && branches[id] !== undefined)
    await Promise.all([
      ...loaded.map((id) => tree.loadBranch(id)),
      ...(list.rows.length > 0 && (address.view === 'list' || address.search) ? [tree.show()] : []),
    ])
  }

  return {
    create: (parent: AccountRow, name: string, isReseller: boolean) =>
      guarded(async () => {
        const tenantId = crypto.randomUUID()
        const detail = { parentTenantId: parent.id, name }
        if (!deps.events.before('create-sub-account', detail)) return apply(saved)
        const body = { tenantId, name, parentTenantId: parent.id, ...(isReseller && { isReseller }) }
        await api.subTenants.createSubTenant({ body })
        apply(
          saved,
          noticed('created', { name }),
          patchRow(parent.id, { isParent: true, below: (parent.below ?? 0) + 1 }),
        )
        deps.events.after('create-sub-account', { id: tenantId, ...detail })
        await showAgain(parent.id)
      }),
    rename: (account: AccountRow, name: string) =>
      guarded(async () => {
        const detail = { id: account.id, name }
        if (!deps.events.before('update-sub-account', detail)) return apply(saved)
        await api.subTenants.updateSubTenant({ path: { tenantId: account.id }, body: { name } })
        apply(saved, patchRow(account.id, { name }), noticed('renamed', { name }))
        deps.events.after('update-sub-account', detail)
      }),
    move: (account: AccountRow, parent: AccountRow) =>
      guarded(async () => {
        const detail = { id: account.id, parentTenantId: parent.id }
        if (!deps.events.before('update-sub-account', detail)) return apply(saved)
        try {
          const body = { parentTenantId: parent.id }
          await api.additions.moveSubTenant({ path: { tenantId: account.id }, body })
        } catch (error) {
          if (isStatus(error, 404)) apply((state) => ({ ...state, canMove: false }))
          throw error
        }
        const names = { name: account.name, parent: parent.name }
        apply(saved, dropRow(account.id), patchRow(parent.id, { isParent: true }), noticed('moved', names))
        deps.events.after('update-sub-account', detail)
        await showAgain(parent.id, account.parentId)
      }),
    deleteAccount: (account: AccountRow) =>
      guarded(async () => {
        if (!deps.events.before('delete-sub-account', { id: account.id })) return apply(saved)
        await api.subTenants.deleteSubTenant({ path: { tenantId: account.id } })
        apply(saved, dropRow(account.id), noticed('deleted', { name: account.name }))
        deps.events.after('delete-sub-account', { id: account.id })
        if (get().account?.id === account.id) apply((state) => ({ ...state, account: undefined }))
        await showAgain(account.parentId)
      }),
    /** Accounts that another can be moved below, or created in. */
    async findParents(text: string): Promise<void> {
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
        const rows = [...(isRoot ? [root] : []), ...items.map(toRow)]
        apply((state) => ({ ...state, candidates: { phase: 'ready', rows } }))
      } catch (error) {
        deps.log.warn('Finding accounts failed', error)
        apply((state) => ({ ...state, candidates: { phase: 'failed', rows: [] } }))
      }
    },
    async switchInto(account: AccountRow): Promise<void> {
      try {
        await deps.session.switchTenant(account.id)
      } catch (error) {
        apply(noticed('failed', { name: account.name, reason: messageOf(error) }))
      }
    },
    guarded,
  }
}
