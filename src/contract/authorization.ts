import { endpoint } from './endpoint.ts'

/** The fields of OpenID Connect Discovery 1.0 §3, RFC 8414 and RFC 9207 that are read. */
export interface ProviderMetadata {
  issuer: string
  authorization_endpoint?: string
  token_endpoint?: string
  end_session_endpoint?: string
  jwks_uri?: string
  id_token_signing_alg_values_supported?: string[]
  prompt_values_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
  /** Nonstandard: announces a token endpoint that also reads JSON; RFC 6749 defines forms only. */
  token_endpoint_content_types_supported?: string[]
}

/** Calls of the standards that the wire's OAuth calls lack. The standards define their paths. */
export const authorization = {
  getProviderMetadata: endpoint<void, void, ProviderMetadata>()('GET', '/.well-known/openid-configuration', {
    noToken: true,
    anonymous: true,
  }),
  /** Returns the login box on the API's own origin. */
  showLoginPage: endpoint<void, void, void>()('GET', '/oauth/account/{page}', { nav: true, spans: true }),
  /** Redirects a user who came to the login box without an application. */
  leaveLoginPage: endpoint<void, void, void>()('GET', '/oauth', { nav: true }),
  /**
   * Ends the session (OpenID Connect RP-Initiated Logout 1.0 §2), requested by form or confirmed by the user on our
   * page.
   */
  confirmLogout: endpoint<
    void,
    { confirmation?: string; id_token_hint?: string; post_logout_redirect_uri?: string; state?: string },
    void
  >()('POST', '/oauth/logout', { nav: true, noToken: true }),
}
