import type { PublicState } from './public-app.ts'

/** Public state of an app while it is not known whether a user is signed in. */
export const UNKNOWN_STATE: PublicState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  tenants: [],
  activeTenant: undefined,
  impersonator: undefined,
}
