import assert from 'node:assert/strict'
import { connectForeignProvider } from '../../src/backend/sample/foreign-provider.ts'
import { login } from '../../src/contract/login.ts'

/** What is connected so far: connecting one of the two keeps the other. */
const connected = {
  issuer: '',
  client: { id: '', secret: '' },
  saml: { entityId: '', ssoUrl: '', certificate: '' },
}

/**
 * Connects the accounts of `sso.test` (OpenID Connect) and `saml.test` (SAML) of the sample data with an identity provider, and
 * begins sign-ins there as the login box does.
 */
export const openConnection = async (provider, given) => {
  const { backend, issuer: api, appUrl } = provider
  Object.assign(connected, given)
  await connectForeignProvider(backend.ports, { ...connected, apiUrl: api })
  const call = async (browser, endpoint, body) => {
    const { status, text } = await browser.call(api + endpoint.path, body, { origin: appUrl })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }
  return {
    /** Opens the provider's page; the browser is sent back to `redirectUri` by OpenID Connect. */
    begin: async (browser, email, redirectUri) => {
      const { address, idpType } = await call(browser, login.preLogin, { email })
      const url = new URL(address)
      if (idpType === 'oidc') url.searchParams.set('redirect_uri', redirectUri)
      return browser.open(url)
    },
    /** Ends the sign-in with what the provider sent; resolves with the user's tokens. */
    endOidc: (browser, { searchParams }, redirectUri) =>
      call(browser, login.oidcPostLogin, {
        code: searchParams.get('code'),
        RelayState: searchParams.get('state'),
        redirectUri,
      }),
    endSaml: (browser, { searchParams }) =>
      call(browser, login.samlPostLogin, {
        SAMLResponse: searchParams.get('SAMLResponse') ?? undefined,
        RelayState: searchParams.get('RelayState') ?? undefined,
      }),
  }
}
