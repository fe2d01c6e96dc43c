import { ssoSession } from '../../contract/login.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { noteLeaving } from '../../parts/federation/provider-redirect.ts'
import { safeServerUrl } from '../../rules/server-url.ts'

/**
 * Returns the URL where the user's identity provider asks for a second factor. Its callback continues at the page that
 * required it.
 */
export const providerStepUpUrl = async (deps: FeatureDeps): Promise<string> => {
  const { address } = await deps.client({ ssoSession }).ssoSession.startSsoStepUp()
  const url = safeServerUrl(address, { pageUrl: deps.navigator.location() })
  const state = url?.searchParams.get('RelayState')
  if (!url || !state) throw new TypeError('The sign-in URL of the identity provider can’t be opened')
  noteLeaving(deps, { kind: 'saml', state })
  return url.href
}
