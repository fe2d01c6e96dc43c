import type { AppSettings } from '../../../feature/settings.ts'
import { isRecord } from '../../../kernel/safe-json.ts'
import { routeHref } from '../../../navigation/auth-route.ts'
import type { PendingFlow } from '../../../rules/pending-flows.ts'
import { safeServerAddress } from '../../../rules/server-address.ts'

/** `state` and `RelayState` name the flow when it comes back. */
export const ssoFlow = (address: string): PendingFlow | undefined => {
  const { searchParams } = new URL(address)
  const relayState = searchParams.get('RelayState')
  if (searchParams.has('SAMLRequest')) return relayState ? { kind: 'saml', state: relayState } : undefined
  const state = searchParams.get('state')
  const redirectUri = searchParams.get('redirect_uri')
  return state ? { kind: 'oidc', state, ...(redirectUri && { redirectUri }) } : undefined
}

/** Where the identity provider signs this user in, or `undefined` when they sign in here. */
export const ssoUrl = (
  answer: unknown,
  page: URL,
  settings: Pick<AppSettings, 'routes' | 'basename' | 'urlStrategy'>,
): string | undefined => {
  if (!isRecord(answer) || typeof answer.address !== 'string') return undefined
  const address = safeServerAddress(answer.address, { pageUrl: page })
  if (!address) return undefined
  if (answer.idpType === 'oidc' && !address.searchParams.has('redirect_uri')) {
    const callback = routeHref(settings.routes.oidcRedirectUrl, { ...settings, urlStrategy: 'path' })
    address.searchParams.set('redirect_uri', page.origin + callback)
  }
  return address.href
}
