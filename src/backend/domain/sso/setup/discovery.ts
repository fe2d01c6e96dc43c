import { authorization } from '../../../../contract/authorization.ts'
import { isRecord } from '../../../../kernel/safe-json.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { readable } from './connection-fields.ts'

/** The path is the same for every provider (OpenID Connect Discovery 4). */
const WELL_KNOWN = authorization.getProviderMetadata.path

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/**
 * Returns the issuer exactly as the provider names itself (OpenID Connect Discovery 4.3). Tokens contain that text, so
 * a URL that differs in more than a final slash is refused. The URL of the discovery document itself is accepted too.
 */
export const discoverIssuer = async ({ ssoSetup }: Pick<Ports, 'ssoSetup'>, endpoint: string): Promise<string> => {
  const base = withoutSlash(endpoint.endsWith(WELL_KNOWN) ? endpoint.slice(0, -WELL_KNOWN.length) : endpoint)
  const found = parsed(await readable(() => ssoSetup.fetchText(base + WELL_KNOWN)))
  if (!isRecord(found) || typeof found.issuer !== 'string') {
    throw badRequest('There is no OpenID Connect discovery document at this issuer URL.')
  }
  if (withoutSlash(found.issuer) !== base) {
    throw badRequest(`The provider at this URL names itself ${found.issuer.slice(0, 200)}. Enter that as the issuer.`)
  }
  const hasEndpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri].every(
    (url) => typeof url === 'string' && URL.canParse(url),
  )
  if (!hasEndpoints) throw badRequest('The discovery document of this provider is incomplete.')
  return found.issuer
}
