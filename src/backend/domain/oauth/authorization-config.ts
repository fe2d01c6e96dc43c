import { oauthServer } from '../../../contract/oauth-server.ts'
import { portal } from '../../../contract/portal.ts'
import { session } from '../../../contract/session.ts'
import { DEFAULT_ROUTES } from '../../../rules/auth-routes.ts'
import { TOKEN_ALGORITHMS } from '../../../rules/token-algorithms.ts'
import type { BackendConfig } from '../../ports.ts'

const trimmed = (origin: string): string => origin.replace(/\/+$/, '')

/** Returns the URLs that may receive codes. They are compared as exact text (RFC 9700 §2.1). */
export const redirectUrisOf = ({ redirectUris, appUrl }: BackendConfig): readonly string[] =>
  redirectUris ?? [trimmed(appUrl) + DEFAULT_ROUTES.hostedLoginRedirectUrl]

/**
 * Returns the URLs that users may be redirected to after a logout. They are compared as exact text too (OpenID Connect
 * RP-Initiated Logout 1.0 §3).
 */
export const logoutReturnsOf = ({ postLogoutRedirectUris, appUrl }: BackendConfig): readonly string[] =>
  postLogoutRedirectUris ?? ['', '/', DEFAULT_ROUTES.loginUrl].map((path) => trimmed(appUrl) + path)

/**
 * Returns the provider's metadata (OpenID Connect Discovery 1.0 §3). The endpoints are listed without the prefix, but
 * they work with it as well.
 */
export const providerMetadata = ({ apiUrl }: Pick<BackendConfig, 'apiUrl'>) => ({
  issuer: apiUrl,
  authorization_endpoint: apiUrl + session.authorizeRedirect.path,
  token_endpoint: apiUrl + session.exchangeAuthorizationCode.path,
  end_session_endpoint: apiUrl + session.oauthLogout.path,
  userinfo_endpoint: apiUrl + oauthServer.getUserInfo.path,
  revocation_endpoint: apiUrl + oauthServer.revokeToken.path,
  introspection_endpoint: apiUrl + oauthServer.introspectToken.path,
  jwks_uri: apiUrl + portal.getJwks.path,
  scopes_supported: ['openid', 'email', 'profile'],
  response_types_supported: ['code', 'id_token'],
  response_modes_supported: ['query', 'form_post'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials', 'implicit'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [...TOKEN_ALGORITHMS],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  token_endpoint_content_types_supported: ['application/json', 'application/x-www-form-urlencoded'],
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'create'],
  claims_supported: [
    'sub',
    'email',
    'email_verified',
    'name',
    'picture',
    'tenantId',
    'roles',
    'permissions',
    'auth_time',
    'acr',
    'amr',
  ],
  authorization_response_iss_parameter_supported: true,
  // Clients take it for supported where it isn't listed.
  request_uri_parameter_supported: false,
})
