import { HttpError, isAbort, messageOf } from '../../kernel/errors.ts'
import {
  changeOf,
  discardDrafts,
  draftSaved,
  impactTold,
  type MatrixDraft,
  matrixSaving,
  togglePermission,
} from './roles.matrix.state.ts'
import type { RolesContext } from './roles.slice.ts'
import { type ListedRole, noticed, replaceRole } from './roles.state.ts'

/** Rest after the last press, so that ticking five boxes asks once. */
const REST_MS = 250

const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** Changing several roles in the matrix, then saving them together. */
export const matrixActions = ({ api, apply, get, deps }: RolesContext) => {
  let rest: (() => void) | undefined
  const askImpact = async (draft: MatrixDraft) => {
    const { added, removed } = changeOf(draft)
    try {
      const body = { permissionIds: [...removed, ...added] }
      const answer = await api.additions.roleImpact({ path: { roleId: draft.role.id }, body })
      apply(impactTold(draft, { phase: 'ready', answer }))
    } catch (error) {
      if (isAbort(error)) return
      apply(impactTold(draft, isMissing(error) ? { phase: 'none' } : { phase: 'failed', error: messageOf(error) }))
    }
  }
  const askAll = () => {
    for (const draft of Object.values(get().drafts)) if (draft.impact.phase === 'loading') void askImpact(draft)
  }
  const saveOne = async (draft: MatrixDraft) => {
    const { role, permissionIds } = draft
    if (!deps.events.before('update-role', { roleId: role.id, permissionIds })) return false
    await api.roles.attachPermissions({ path: { roleId: role.id }, body: { permissionIds: [...permissionIds] } })
    apply(draftSaved(role.id), replaceRole({ ...role, permissions: [...permissionIds] }))
    deps.events.after('update-role', { roleId: role.id, ...changeOf(draft) })
    return true
  }
  return {
    tick(role: ListedRole, permissionId: string): void {
      if (get().saving) return
      apply(togglePermission(role, permissionId))
      rest?.()
      if (get().canCount) rest = deps.clock.schedule(askAll, REST_MS)
    },
    discardMatrix: () => apply(discardDrafts),
    /** One after the other; what is refused stays ticked, and is told. */
    async saveMatrix(): Promise<void> {
      apply(matrixSaving(true))
      let saved = 0
      for (const draft of Object.values(get().drafts)) {
        try {
          if (await saveOne(draft)) saved += 1
        } catch (error) {
          apply(noticed('failed', { name: draft.role.name, reason: messageOf(error) }))
        }
      }
      apply(matrixSaving(false))
      if (saved > 0) apply(noticed('matrixSaved', { count: saved }))
    },
    stopMatrix: () => rest?.(),
  }
}
