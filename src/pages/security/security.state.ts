import type { Viewer } from '../../parts/viewer/viewer.ts'

export type SecurityAbility =
  | 'read'
  | 'edit'
  | 'seeUsers'
  | 'changeUsers'
  | 'removeUsers'
  | 'readDomains'
  | 'editDomains'
  | 'deleteDomains'

export interface SecurityState {
  viewer?: Viewer<SecurityAbility>
  /** Number of policies saved since the page was opened. */
  changes: number
}

export const initialSecurity: SecurityState = { changes: 0 }
