import type { AuthStrategies, PublicPolicy, VendorInfo } from '../entities/portal.ts'
import type { AuthRoutes } from '../navigation/routes.ts'

/** What start-up loaded and the host configured; each part keeps its default when its call fails. */
export interface AppSettings {
  baseUrl: string
  flags: Readonly<Record<string, string>>
  policy?: PublicPolicy
  strategies?: AuthStrategies
  vendor?: VendorInfo
  routes: AuthRoutes
  basename: string
  urlStrategy: 'path' | 'hash'
  preview: boolean
}

/** A flag is on only when its value is exactly `on`. */
export const isFlagOn = (settings: Pick<AppSettings, 'flags'>, flag: string): boolean => settings.flags[flag] === 'on'
