import type { StoreApi } from 'zustand/vanilla'
import type { AppSettings } from './settings.ts'
import type { SessionSnapshot } from './slice.ts'

/** The one store of an app: what start-up loaded, who is signed in, and one branch per mounted feature. */
export interface AppState {
  settings: AppSettings
  session: SessionSnapshot
  features: Record<string, unknown>
}

/** Immer is applied once, at the root: recipes may change the draft. */
export interface AppStore extends Omit<StoreApi<AppState>, 'setState'> {
  setState(recipe: (state: AppState) => void): void
}
