import { createStore } from 'zustand/vanilla'
import type { AppState, AppStore } from '../feature/app-state.ts'
import type { AppSettings } from '../feature/settings.ts'

export const createAppStore = (settings: AppSettings): AppStore =>
  createStore<AppState>()(() => ({ settings, session: { status: 'loading', tenants: [] }, features: {} }))
