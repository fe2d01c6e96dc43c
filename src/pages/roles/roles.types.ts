import type { RoleImpact, RoleRow } from '../../contract/additions/role-list.ts'
import type { Role } from '../../entities/team.ts'

/** Changes of one role in the matrix that are not saved yet. */
export interface MatrixDraft {
  role: ListedRole
  permissionIds: readonly string[]
  impact: Impact
}

/** A role as the list has it; an older backend does not count its members. */
export type ListedRole = Role & Partial<Pick<RoleRow, 'userCount'>>

/** How many users a change affects; `none` while nothing changed, or when the backend can't count. */
export type Impact =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  | { phase: 'ready'; result: RoleImpact }
