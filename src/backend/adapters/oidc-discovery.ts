import * as client from 'openid-client'
import { authorization } from '../../contract/authorization.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { FOR_EVERY_ORGANIZATION, isForEveryOrganization, isSameIssuer, withoutSlash } from '../../rules/oidc-issuer.ts'
import { UnusableProviderError } from '../ports/sso.ts'

const WELL_KNOWN = authorization.getProviderMetadata.path

type Discover = (url: URL) => Promise<client.Configuration>

/** Returns the issuer that a provider names if it isn't the expected one, or `undefined` for any other error. */
const namedIssuer = (error: unknown): string | undefined => {
  const { cause } = error instanceof client.ClientError ? error : { cause: undefined }
  if (!isRecord(cause) || cause.attribute !== 'issuer') return undefined
  return isRecord(cause.body) && typeof cause.body.issuer === 'string' ? cause.body.issuer : ''
}

/**
 * Discovers a provider. An administrator may have typed its issuer in a different case, or with or without a slash at
 * the end; tokens are then verified with the issuer that the provider names at this URL.
 *
 * @throws UnusableProviderError for a provider that names a different issuer
 * @throws the error of the first discovery if the second one names a different issuer
 */
export const discoverProvider = async (issuer: URL, discover: Discover): Promise<client.Configuration> => {
  try {
    return await discover(issuer)
  } catch (error) {
    const named = namedIssuer(error)
    if (named === undefined) throw error
    if (!isSameIssuer(named, issuer.href)) {
      assertOneOrganization({ issuer: named })
      throw new UnusableProviderError(
        `Your identity provider names the issuer ${named.slice(0, 200)}, but this connection has ${issuer.href}. An administrator can correct the issuer URL.`,
      )
    }
    // The library doesn't compare the issuer of a complete URL.
    const found = await discover(new URL(withoutSlash(issuer.href) + WELL_KNOWN))
    if (found.serverMetadata().issuer !== named) throw error
    return found
  }
}

/**
 * Requires that an account's own provider signs in the users of one organization. Administrators of any other could
 * give their users the emails of this account.
 *
 * @throws UnusableProviderError
 */
export const assertOneOrganization = ({ issuer }: Pick<client.ServerMetadata, 'issuer'>): void => {
  if (!isForEveryOrganization(issuer)) return
  throw new UnusableProviderError(
    `${FOR_EVERY_ORGANIZATION} An administrator can enter the issuer URL of your own tenant.`,
  )
}
