import type { BackendConfig } from '../ports.ts'

const LOCAL_PAGE = /^http:\/\/localhost(:\d{1,5})?$/

/**
 * Returns whether an origin may read responses and change state with cookies: exact matches, and on a demo's machine
 * all its ports.
 */
export const isAllowedOrigin = (config: BackendConfig, origin: string): boolean =>
  origin === config.appUrl ||
  config.allowedOrigins.includes(origin) ||
  (config.allowLocalPages === true && LOCAL_PAGE.test(origin))
