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

/** What a browser follows by itself on its way to an identity provider and back. */
export const federation = {
  /** The assertion consumer: verifies, and leads on to `samlCallbackUrl` with a handle. */
  consumeSaml: endpoint<void, SamlPost, void>()('POST', '/auth/saml/callback', {
    nav: true,
    noToken: true,
    form: true,
  }),
  /** SAML Metadata 2.4.4: what an identity provider must know of us. */
  getServiceProvider: endpoint<void, void, Blob>()('GET', '/auth/saml/metadata', {
    nav: true,
    noToken: true,
    blob: true,
  }),
  /** Leads on to the sign-in of a social provider. */
  startSocialLogin: endpoint<SocialStartQuery, void, void>()(
    'GET',
    '/identity/resources/auth/v1/user/sso/default/{provider}/prelogin',
    { nav: true, noToken: true },
  ),
}
