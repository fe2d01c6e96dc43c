import * as client from 'openid-client'
import { isRecord } from '../../kernel/safe-json.ts'
import { UnusableProviderError } from '../ports/sso.ts'

const WELL_KNOWN = '/.well-known/openid-configuration'

/** What Microsoft Entra ID names as the issuer for users of all organizations, instead of the ID of one. */
const ANY_TENANT = /\{tenantid\}/i

type Discover = (url: URL) => Promise<client.Configuration>

/** Returns the issuer that a provider names if it isn't the expected one, or `undefined` for any other error. */
const namedIssuer = (error: unknown): string | undefined => {
  const { cause } = error instanceof client.ClientError ? error : { cause: undefined }
  if (!isRecord(cause) || cause.attribute !== 'issuer') return undefined
  return isRecord(cause.body) && typeof cause.body.issuer === 'string' ? cause.body.issuer : ''
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** Returns whether two issuers differ in nothing but case and a slash at the end. */
const isAlike = (one: string, other: string): boolean =>
  withoutSlash(one).toLowerCase() === withoutSlash(other).toLowerCase()

/**
 * Discovers a provider. An administrator may have typed its issuer in another case, or with or without a slash at the
 * end; tokens are then verified with the issuer that the provider names at this URL.
 *
 * @throws UnusableProviderError for a provider that names another issuer
 */
export const discoverProvider = async (issuer: URL, discover: Discover): Promise<client.Configuration> => {
  try {
    return await discover(issuer)
  } catch (error) {
    const named = namedIssuer(error)
    if (named === undefined) throw error
    if (!isAlike(named, issuer.href)) {
      throw new UnusableProviderError(
        `Your identity provider names the issuer ${named.slice(0, 200)}, but this connection has ${issuer.href}. An administrator can correct the issuer URL.`,
      )
    }
    // The library doesn't compare the issuer of a complete URL, which was compared here.
    return discover(new URL(withoutSlash(issuer.href) + WELL_KNOWN))
  }
}

/**
 * Requires that an account's own provider signs in the users of one organization. Administrators of any other could
 * give their users the emails of this account.
 *
 * @throws UnusableProviderError
 */
export const assertOneOrganization = ({ issuer }: Pick<client.ServerMetadata, 'issuer'>): void => {
  if (ANY_TENANT.test(issuer))
    throw new UnusableProviderError(
      'This connection’s issuer URL is for users of every organization. An administrator can enter the one of your own tenant.',
    )
}
