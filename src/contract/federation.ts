import { endpoint } from './endpoint.ts'

/** Form fields of the POST binding (SAML Bindings 3.5.4). */
export interface SamlPost {
  SAMLResponse?: string
  RelayState?: string
}

interface SocialStartQuery {
  /** Page of the application that the provider redirects back to. */
  redirectUri?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
  login_hint?: string
}

const LOGOUT = '/auth/saml/logout'

/** Query of the redirect binding (SAML Bindings 3.4.4); the signature covers the query as it was sent. */
export interface SamlLogoutQuery {
  SAMLRequest?: string
  SAMLResponse?: string
  RelayState?: string
  SigAlg?: string
  Signature?: string
}

/** Form fields of the POST binding (SAML Bindings 3.5.4). */
export type SamlLogoutPost = Pick<SamlLogoutQuery, 'SAMLRequest' | 'SAMLResponse' | 'RelayState'>

/** URLs that a browser navigates to on its way to an identity provider and back. */
export const federation = {
  /** Assertion consumer service: verifies, and redirects to `samlCallbackUrl` with a handle. */
  consumeSaml: endpoint<void, SamlPost, void>()('POST', '/auth/saml/callback', {
    nav: true,
    noToken: true,
    form: true,
  }),
  /** Receives logout messages of identity providers (SAML Profiles 4.4) by the redirect binding. */
  receiveLogout: endpoint<SamlLogoutQuery, void, void>()('GET', LOGOUT, { nav: true, noToken: true }),
  /** Receives logout messages by the POST binding. */
  receivePostedLogout: endpoint<void, SamlLogoutPost, void>()('POST', LOGOUT, { nav: true, noToken: true, form: true }),
  /** Redirects the browser to the identity provider with one of our logout requests, once. */
  leaveForLogout: endpoint<{ token: string }, void, void>()('GET', `${LOGOUT}/start`, { nav: true, noToken: true }),
  /**
   * Returns our SAML metadata for an identity provider (SAML Metadata 2.4.4); with `tenantId`, also that tenant's
   * encryption key.
   */
  getServiceProvider: endpoint<{ tenantId?: string }, void, Blob>()('GET', '/auth/saml/metadata', {
    nav: true,
    noToken: true,
    blob: true,
  }),
  /** Redirects to the sign-in of a social provider. */
  startSocialLogin: endpoint<SocialStartQuery, void, void>()(
    'GET',
    '/identity/resources/auth/v1/user/sso/default/{provider}/prelogin',
    { nav: true, noToken: true },
  ),
}
