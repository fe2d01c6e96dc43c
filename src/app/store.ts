import { immer } from 'zustand/middleware/immer'
import { createStore } from 'zustand/vanilla'
import type { AppState, AppStore } from '../feature/app-state.ts'
import type { AppSettings } from '../feature/settings.ts'

export const createAppStore = (settings: AppSettings): AppStore =>
  createStore<AppState>()(
    immer(() => ({ settings, session: { status: 'loading' as const, tenants: [] }, features: {} })),
  ) as AppStore // the middleware widens setState to recipes, which is all we use
