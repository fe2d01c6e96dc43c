import type { BackendConfig } from '../ports.ts'

/** Origins that may read responses and change state with cookies; exact matches only. */
export const isAllowedOrigin = (config: BackendConfig, origin: string): boolean =>
  origin === config.appUrl || config.allowedOrigins.includes(origin)
