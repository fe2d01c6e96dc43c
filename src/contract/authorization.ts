import { endpoint } from './endpoint.ts'

/** OpenID Connect Discovery 1.0 §3 with RFC 8414 and RFC 9207: the members that are read. */
export interface ProviderMetadata {
  issuer: string
  authorization_endpoint?: string
  token_endpoint?: string
  end_session_endpoint?: string
  jwks_uri?: string
  id_token_signing_alg_values_supported?: string[]
  prompt_values_supported?: string[]
  authorization_response_iss_parameter_supported?: boolean
  /** Ours: announces a token endpoint that also reads JSON; RFC 6749 defines forms only. */
  token_endpoint_content_types_supported?: string[]
}

/** What the standards add to the wire's OAuth calls. Their paths are not ours to choose. */
export const authorization = {
  getProviderMetadata: endpoint<void, void, ProviderMetadata>()('GET', '/.well-known/openid-configuration', {
    noToken: true,
    anonymous: true,
  }),
  /** The login box on the API's own origin. */
  showLoginPage: endpoint<void, void, void>()('GET', '/oauth/account/{page}', { nav: true, spans: true }),
  /** Where the login box leads a user who came without an application. */
  leaveLoginPage: endpoint<void, void, void>()('GET', '/oauth', { nav: true }),
  /** OpenID Connect RP-Initiated Logout 1.0 §2: the wish by form, or the user says yes on our page. */
  confirmLogout: endpoint<
    void,
    { confirmation?: string; id_token_hint?: string; post_logout_redirect_uri?: string; state?: string },
    void
  >()('POST', '/oauth/logout', { nav: true, noToken: true }),
}
