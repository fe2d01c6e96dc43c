import type { FeatureDeps } from '../../feature/slice.ts'
import { isFromSso } from '../../rules/sso-claims.ts'

/** Where the session at the user's identity provider ends. Without the code for it, the user is signed out here only. */
export const findProviderLogout = (deps: FeatureDeps): Promise<string | undefined> | undefined =>
  isFromSso(deps.session.current().user)
    ? import('./provider-logout.ts').then(({ providerLogoutUrl }) => providerLogoutUrl(deps)).catch(() => undefined)
    : undefined
