import type { FeatureDeps } from '../../feature/slice.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { isFromSso } from '../../rules/sso-sign-in.ts'

/**
 * Returns whether signing this user out may continue at their identity provider. With hosted login, the provider of the
 * redirect decides where its own sessions end.
 */
export const mayLogOutAtProvider = ({ session, settings }: Pick<FeatureDeps, 'session' | 'settings'>): boolean => {
  const { hosted, singleLogout } = settings()
  return !hosted && singleLogout !== false && isFromSso(session.current().user)
}

/**
 * Returns the URL that ends the session at the user's identity provider. It must be requested before the session ends
 * here, but needn't be awaited. If its code can't be loaded, the user is signed out here only.
 */
export const findProviderLogout = (deps: FeatureDeps): Promise<string | undefined> | undefined => {
  if (!mayLogOutAtProvider(deps)) return undefined
  const accessToken = deps.session.current().user?.accessToken ?? ''
  return loadChunk(() => import('./provider-logout.ts'))
    .then(({ providerLogoutUrl }) => providerLogoutUrl(deps, accessToken))
    .catch(() => undefined)
}
