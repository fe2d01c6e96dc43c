import { isAbort, messageOf } from '../../kernel/errors.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import type { RolesContext } from './roles.context.ts'
import {
  changeOf,
  discardDrafts,
  draftSaved,
  impactLoaded,
  matrixSaving,
  togglePermission,
} from './roles.matrix.state.ts'
import { canCount, replaceRole } from './roles.state.ts'
import type { ListedRole, MatrixDraft } from './roles.types.ts'

/** Delay after the last selected checkbox, so that several changes make one request. */
const REST_MS = 250

/** Creates the actions that change several roles in the matrix and save them together. */
export const matrixActions = ({ api, apply, get, deps, before, after, notify, fail }: RolesContext) => {
  let rest: (() => void) | undefined
  const loadImpact = async (draft: MatrixDraft) => {
    const { added, removed } = changeOf(draft)
    try {
      const body = { permissionIds: [...removed, ...added] }
      const result = await api.roleList.roleImpact({ path: { roleId: draft.role.id }, body })
      apply(impactLoaded(draft, { phase: 'ready', result }))
    } catch (error) {
      if (isAbort(error)) return
      apply(impactLoaded(draft, isMissing(error) ? { phase: 'none' } : { phase: 'failed', error: messageOf(error) }))
    }
  }
  const loadAll = () => {
    for (const draft of Object.values(get().drafts)) if (draft.impact.phase === 'loading') void loadImpact(draft)
  }
  const saveOne = async (draft: MatrixDraft) => {
    const { role, permissionIds } = draft
    if (!before('update-role', { roleId: role.id, permissionIds })) return false
    await api.roles.attachPermissions({ path: { roleId: role.id }, body: { permissionIds: [...permissionIds] } })
    apply(draftSaved(role.id), replaceRole({ ...role, permissions: [...permissionIds] }))
    after('update-role', { roleId: role.id, ...changeOf(draft) })
    return true
  }
  const saveDrafts = async (roleIds: readonly string[]): Promise<void> => {
    if (get().saving) return
    apply(matrixSaving(true))
    let saved = 0
    for (const draft of roleIds.flatMap((id) => get().drafts[id] ?? [])) {
      const { id, name } = draft.role
      try {
        if (await saveOne(draft)) saved += 1
      } catch (error) {
        fail(name, error, () => saveDrafts([id]))
      }
    }
    apply(matrixSaving(false))
    if (saved > 0) notify('matrixSaved', { count: saved })
  }
  return {
    tick(role: ListedRole, permissionId: string): void {
      if (get().saving) return
      apply(togglePermission(role, permissionId))
      rest?.()
      if (canCount(get())) rest = deps.clock.schedule(loadAll, REST_MS)
    },
    discardMatrix: () => apply(discardDrafts),
    /** Saves one role after another. A refused one keeps its changes, and a toast shows the reason. */
    saveMatrix: () => saveDrafts(Object.keys(get().drafts)),
    stopMatrix: () => rest?.(),
  }
}
