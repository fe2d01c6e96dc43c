import type { AppSettings } from '../feature/settings.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'

/** Builds the settings at startup with nothing configured and nothing loaded. */
export const anAppSettings = (facts: Partial<AppSettings> = {}): AppSettings => ({
  baseUrl: 'https://api.test',
  flags: {},
  routes: DEFAULT_ROUTES,
  basename: '',
  urlStrategy: 'path',
  preview: false,
  ...facts,
})
