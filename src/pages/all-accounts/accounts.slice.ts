import type { Slice } from '../../feature/slice.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { accountActions } from './accounts.account.slice.ts'
import { type AccountsAddress, accountsAddressFrom, writeAccountsAddress } from './accounts.address.ts'
import { changeActions } from './accounts.changes.slice.ts'
import { type AccountsContext, createAccountsContext } from './accounts.context.ts'
import {
  type AccountsDialog,
  type AccountsState,
  closeDialog,
  initialAccounts,
  noticed,
  openDialog,
} from './accounts.state.ts'
import { treeActions } from './accounts.tree.slice.ts'
import { userActions } from './accounts.users.slice.ts'

const NEEDED = {
  write: 'fe.account-hierarchy.write.subAccount',
  remove: 'fe.account-hierarchy.delete.subAccount',
  access: 'fe.account-hierarchy.write.subAccountAccess',
  addUsers: 'fe.secure.write.userSubTenants',
  removeUsers: 'fe.secure.delete.users',
  setRoles: 'fe.secure.write.usersRoles',
} as const

const dialogAddress = (dialog: AccountsDialog | null): AccountsAddress['dialog'] => {
  if (dialog === null) return undefined
  const { kind } = dialog
  if (kind === 'create') return { name: kind, id: dialog.parent.id }
  if (kind === 'add-users') return { name: kind, id: '' }
  return { name: kind, id: 'account' in dialog ? dialog.account.id : dialog.user.id }
}

/** Everything of the state that belongs into the address. */
export const addressOfAccounts = ({ address, account, dialog }: AccountsState): string =>
  writeAccountsAddress({
    ...address,
    account: account?.id,
    tab: account?.tab === 'accounts' ? 'accounts' : undefined,
    dialog: dialogAddress(dialog),
  })

type Parts = ReturnType<typeof partsOf>

const partsOf = (context: AccountsContext) => {
  const tree = treeActions(context)
  const account = accountActions(context, tree)
  const changes = changeActions(context, tree)
  return { tree, account, changes, users: userActions(context, account, changes) }
}

/** The dialog that an address names, once what it is about is known. */
const dialogFor = async (
  { get }: AccountsContext,
  { account }: Parts,
  { name: kind, id }: NonNullable<AccountsAddress['dialog']>,
): Promise<AccountsDialog | undefined> => {
  if (kind === 'add-users') return { kind }
  if (kind === 'roles' || kind === 'remove-user') {
    const user = get().account?.users.rows.find((row) => row.id === id)
    return user && { kind, user }
  }
  // Without an id it is the account she is in.
  const row = kind === 'create' && id === '' ? get().root : await account.findRow(id)
  if (!row) return undefined
  return kind === 'create' ? { kind, parent: row } : { kind, account: row }
}

const following = (context: AccountsContext, parts: Parts) => {
  const { apply, get } = context
  const { tree, account } = parts
  const followDialog = async (wanted: AccountsAddress['dialog']): Promise<void> => {
    if (!wanted) return apply(closeDialog)
    const dialog = await dialogFor(context, parts, wanted)
    apply(dialog ? openDialog(dialog) : noticed('gone'))
  }
  const ask = (address: AccountsAddress): boolean => {
    const before = get().address
    const { view, search, sort, order } = address
    apply((state) => ({ ...state, address: { view, search, sort, order } }))
    return before.view !== view || before.search !== search || before.sort !== sort || before.order !== order
  }
  return async (search: string, isFirst: boolean): Promise<void> => {
    const address = accountsAddressFrom(search)
    const isNew = ask(address)
    const shown = isNew || isFirst ? tree.show() : undefined
    if (!address.account) account.leaveAccount()
    else if (address.account !== get().account?.id) await account.enterAccount(address.account, address.tab)
    else apply((state) => ({ ...state, account: state.account && { ...state.account, tab: address.tab ?? 'users' } }))
    if (address.dialog) await shown
    await followDialog(address.dialog)
    await shown
  }
}

const build = (context: AccountsContext) => {
  const { apply, get, deps } = context
  const parts = partsOf(context)
  const { tree, account, changes, users } = parts
  const follow = following(context, parts)
  const { stop, show, addFigures, loadBranch, ...treeParts } = tree
  const { guarded, ...changeParts } = changes
  const { findRow, refreshFigures, ...accountParts } = account
  return {
    ...treeParts,
    ...changeParts,
    ...accountParts,
    ...users,
    async open(search: string): Promise<void> {
      const viewer = viewerOf(deps, NEEDED)
      const root = { id: viewer.tenantId, name: viewer.tenantName, isParent: true }
      context.forgetBearers()
      // Another account shows nothing of the one before.
      apply((state) => ({ ...(state.viewer?.tenantId === viewer.tenantId ? state : initialAccounts), viewer, root }))
      await Promise.all([follow(search, true), users.loadRoles()])
    },
    follow: (search: string) => (search === addressOfAccounts(get()) ? Promise.resolve() : follow(search, false)),
    async change(patch: Partial<Pick<AccountsAddress, 'view' | 'search' | 'sort' | 'order'>>): Promise<void> {
      apply((state) => ({ ...state, address: { ...state.address, ...patch } }))
      await show()
    },
    showTab: (tab: 'users' | 'accounts') =>
      apply((state) => ({ ...state, account: state.account && { ...state.account, tab } })),
    openDialog: (dialog: AccountsDialog) => apply(openDialog(dialog)),
    closeDialog: () => apply(closeDialog),
    close(): void {
      stop()
      apply((state) => ({ ...state, saving: false, dialog: null }))
    },
  }
}

export type AccountsActions = ReturnType<typeof build>

export const accountsSlice: Slice<AccountsState, AccountsActions> = (context) => build(createAccountsContext(context))
