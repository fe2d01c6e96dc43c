import { session as calls } from '../contract/session.ts'
import type { Me, Tenant } from '../entities/auth.ts'
import { callApi } from './api.ts'
import type { ServerConfig } from './options.ts'
import type { ServerSession } from './resolve.ts'

/** A user's profile and tenants, as the API returns them. */
export interface UserData {
  user: Me
  tenants: readonly Tenant[]
  activeTenant: Tenant
}

/** Loads profile, permissions and tenants in parallel; `undefined` without a profile or tenants. */
export const loadUser = async (config: ServerConfig, session: ServerSession): Promise<UserData | undefined> => {
  const token = session.accessToken
  try {
    const [me, tenants, authorization] = await Promise.all([
      callApi(config, calls.getMe, { token }),
      callApi(config, calls.getMyTenantsV3, { token }),
      callApi(config, calls.getMyAuthorization, { token }),
    ])
    if (me.status >= 300 || tenants.status >= 300) return undefined
    const rights = authorization.status < 300 ? authorization.body : {}
    // The wire seam: responses of these operations have these shapes.
    return { ...tenants.body, user: { ...me.body, ...rights } } as unknown as UserData
  } catch (error) {
    config.log.error('The profile could not be loaded', error)
    return undefined
  }
}
