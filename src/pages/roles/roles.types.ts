import type { RoleImpact, RoleRow } from '../../contract/roles.ts'
import type { Role } from '../../entities/team.ts'

/** Unsaved changes of one role in the matrix. */
export interface MatrixDraft {
  role: ListedRole
  permissionIds: readonly string[]
  impact: Impact
}

/** A role of the list; an older backend doesn't count its members. */
export type ListedRole = Role & Partial<Pick<RoleRow, 'userCount'>>

/** The number of users that a change affects; `none` without changes, or if the backend can't count. */
export type Impact =
  | { phase: 'none' }
  | { phase: 'loading' }
  | { phase: 'failed'; error: string }
  | { phase: 'ready'; result: RoleImpact }
