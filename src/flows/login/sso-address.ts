import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { safeServerAddress } from '../../rules/server-address.ts'

/** Where the identity provider signs this person in, or `undefined` when she signs in here (flows §4). */
export const ssoAddress = (
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
