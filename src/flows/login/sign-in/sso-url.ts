import type { AppSettings } from '../../../feature/settings.ts'
import { isRecord } from '../../../kernel/safe-json.ts'
import { routeHref } from '../../../navigation/auth-route.ts'
import type { PendingFlow } from '../../../rules/pending-flows.ts'
import { safeServerUrl } from '../../../rules/server-url.ts'

/** Returns the flow that `state` or `RelayState` identifies when the provider redirects back. */
export const ssoFlow = (url: string): PendingFlow | undefined => {
  const { searchParams } = new URL(url)
  const relayState = searchParams.get('RelayState')
  if (searchParams.has('SAMLRequest')) return relayState ? { kind: 'saml', state: relayState } : undefined
  const state = searchParams.get('state')
  const redirectUri = searchParams.get('redirect_uri')
  return state ? { kind: 'oidc', state, ...(redirectUri && { redirectUri }) } : undefined
}

/** Returns the URL where the identity provider signs this user in, or `undefined` when they sign in here. */
export const ssoUrl = (
  response: unknown,
  page: URL,
  settings: Pick<AppSettings, 'routes' | 'basename' | 'urlStrategy'>,
): string | undefined => {
  if (!isRecord(response) || typeof response.address !== 'string') return undefined
  const url = safeServerUrl(response.address, { pageUrl: page })
  if (!url) return undefined
  if (response.idpType === 'oidc' && !url.searchParams.has('redirect_uri')) {
    const callback = routeHref(settings.routes.oidcRedirectUrl, { ...settings, urlStrategy: 'path' })
    url.searchParams.set('redirect_uri', page.origin + callback)
  }
  return url.href
}
