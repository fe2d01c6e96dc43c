import { tenantDeletion } from '../../../contract/accounts.ts'
import { selfService } from '../../../contract/me.ts'
import type { Slice } from '../../../feature/slice.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../../parts/failure/failure.ts'
import { holdsPermission } from '../../../rules/permission.ts'
import { changed, closed, type DeletionDialog, type DeletionState, noticed, opened } from './deletion.state.ts'

export interface DeletionActions {
  load(): Promise<void>
  open(dialog: DeletionDialog): void
  close(): void
  deleteAccount(name: string, password: string): Promise<void>
  keepAccount(): Promise<void>
}

/** The permission to delete the account. The server decides again. */
const DELETE_ACCOUNT = 'fe.account-settings.delete.account'

const HIDDEN: readonly number[] = [403, 404]

export const deletionSlice: Slice<DeletionState, DeletionActions> = ({ get, set, deps }) => {
  const api = deps.client({ selfService, tenantDeletion })

  /** Runs one task at a time. A failure is shown in the dialog, and the typed values are kept. */
  const inDialog = async (work: () => Promise<(state: DeletionState) => DeletionState>): Promise<void> => {
    if (get().dialogWork.kind === 'busy') return
    set((state) => ({ ...state, dialogWork: BUSY }))
    try {
      set(await work())
    } catch (error) {
      set((state) => ({ ...state, dialogWork: failedWith(failureOf(error)) }))
    }
  }

  const mayDelete = (): boolean => {
    const { user } = deps.session.current()
    const keys = user?.permissions?.map(({ key }) => key) ?? []
    return user?.superUser === true || holdsPermission(keys, DELETE_ACCOUNT)
  }

  return {
    async load() {
      if (!mayDelete()) return set((state) => ({ ...state, phase: 'hidden' }))
      set((state) => ({ ...state, phase: 'loading', failure: IDLE }))
      try {
        const [deletion, { asksPassword }] = await Promise.all([
          api.tenantDeletion.getTenantDeletion(),
          api.selfService.getSelfService(),
        ])
        set((state) => ({ ...state, phase: 'ready', deletion, asksPassword }))
      } catch (error) {
        if (error instanceof HttpError && HIDDEN.includes(error.status)) {
          return set((state) => ({ ...state, phase: 'hidden' }))
        }
        set((state) => ({ ...state, phase: 'failed', failure: failedWith(failureOf(error)) }))
      }
    },
    open: (dialog) => set(opened(dialog)),
    close: () => set(closed),
    deleteAccount: (name, password) =>
      inDialog(async () => {
        const body = { name, ...(password && { password }) }
        return changed(await api.tenantDeletion.scheduleTenantDeletion({ body }))
      }),
    keepAccount: () =>
      inDialog(async () => {
        const deletion = await api.tenantDeletion.cancelTenantDeletion()
        return (state) => noticed('canceled')(changed(deletion)(state))
      }),
  }
}
