import type { SessionPort } from '../feature/ports.ts'
import { aTenant, aUser } from './builders.ts'

/** Builds the session of a signed-in user; no call changes it. */
export const aSession = (facts: object = { superUser: true }): SessionPort => {
  const activeTenant = aTenant()
  const user = { ...aUser(), accessToken: 't', ...facts }
  return {
    accept: async () => undefined,
    refresh: async () => undefined,
    logout: async () => {},
    switchTenant: async () => {},
    replace: async (call) => {
      await call()
      return undefined
    },
    current: () => ({ status: 'signed-in', user, tenants: [activeTenant], activeTenant }),
  }
}
