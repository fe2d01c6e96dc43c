import type { Slice } from '../../feature/slice.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { initialSecurity, type SecurityAbility, type SecurityActions, type SecurityState } from './security.state.ts'

const NO_ABILITIES: Readonly<Record<SecurityAbility, string>> = {
  read: '',
  edit: '',
  seeUsers: '',
  changeUsers: '',
  removeUsers: '',
  readDomains: '',
  editDomains: '',
  deleteDomains: '',
}

export const securitySlice: Slice<SecurityState, SecurityActions> = ({ set, deps, page }) => ({
  open: () => set(() => ({ ...initialSecurity, viewer: viewerOf(deps, { ...NO_ABILITIES, ...page?.abilities }) })),
  changed: () => set((state) => ({ ...state, changes: state.changes + 1 })),
})
