import { endpoint } from './endpoint.ts'

/** SAML Bindings 3.5.4. */
export interface SamlPost {
  SAMLResponse?: string
  RelayState?: string
}

interface SocialStartQuery {
  /** Where the provider leads back to: a page of the application. */
  redirectUri?: string
  state?: string
  code_challenge?: string
  code_challenge_method?: string
  login_hint?: string
}

const LOGOUT = '/auth/saml/logout'

/** SAML Bindings 3.4.4; the signature covers the query as it was sent. */
export interface SamlLogoutQuery {
  SAMLRequest?: string
  SAMLResponse?: string
  RelayState?: string
  SigAlg?: string
  Signature?: string
}

/** SAML Bindings 3.5.4. */
export type SamlLogoutPost = Pick<SamlLogoutQuery, 'SAMLRequest' | 'SAMLResponse' | 'RelayState'>

/** What a browser follows by itself on its way to an identity provider and back. */
export const federation = {
  /** The assertion consumer: verifies, and redirects to `samlCallbackUrl` with a handle. */
  consumeSaml: endpoint<void, SamlPost, void>()('POST', '/auth/saml/callback', {
    nav: true,
    noToken: true,
    form: true,
  }),
  /** Logout messages of identity providers (SAML Profiles 4.4) by the redirect binding. */
  receiveLogout: endpoint<SamlLogoutQuery, void, void>()('GET', LOGOUT, { nav: true, noToken: true }),
  /** The same by the POST binding. */
  receivePostedLogout: endpoint<void, SamlLogoutPost, void>()('POST', LOGOUT, { nav: true, noToken: true, form: true }),
  /** Sends the browser on to the identity provider with a logout request of ours, once. */
  leaveForLogout: endpoint<{ token: string }, void, void>()('GET', `${LOGOUT}/start`, { nav: true, noToken: true }),
  /** SAML Metadata 2.4.4: what an identity provider must know of us; with `tenantId` the encryption key of that tenant too. */
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
