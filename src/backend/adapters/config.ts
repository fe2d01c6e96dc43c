import type { BackendConfig } from '../ports.ts'

/** Client id of the demo: it can be any UUID; hosts set it in `contextOptions.clientId`. */
export const DEMO_CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'
const DEMO_VENDOR_ID = 'c0ffee00-1d2e-4f3a-8b4c-5d6e7f809102'

const DAY_SECONDS = 86_400

/** Adds the defaults of everything except the two URLs. */
export const configOf = (given: Pick<BackendConfig, 'apiUrl' | 'appUrl'> & Partial<BackendConfig>): BackendConfig => ({
  allowedOrigins: [given.appUrl],
  clientId: DEMO_CLIENT_ID,
  vendorId: DEMO_VENDOR_ID,
  accessTokenSeconds: 300,
  refreshGraceSeconds: 20,
  sessionSeconds: 30 * DAY_SECONDS,
  testMode: false,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  apiUrl: given.apiUrl,
  appUrl: given.appUrl,
})
