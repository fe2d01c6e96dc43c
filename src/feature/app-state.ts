import type { StoreApi } from 'zustand/vanilla'
import type { SessionSnapshot } from './ports.ts'
import type { AppSettings } from './settings.ts'

/** The store of an app: what start-up loaded, the session, and one branch per mounted feature. */
export interface AppState {
  settings: AppSettings
  session: SessionSnapshot
  features: Record<string, unknown>
}

export type AppStore = StoreApi<AppState>

/** Changes one branch; the others keep their identity. */
export const withFeature =
  (id: string, own: unknown) =>
  ({ features }: AppState): Partial<AppState> => ({ features: { ...features, [id]: own } })

export const withSettings =
  (patch: Partial<AppSettings>) =>
  ({ settings }: AppState): Partial<AppState> => ({ settings: { ...settings, ...patch } })
