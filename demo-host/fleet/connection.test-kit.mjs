import assert from 'node:assert/strict'
import { EMPTY_SAML_SETTINGS } from '../../src/backend/domain/sso/saml-settings.ts'
import { login, ssoSession } from '../../src/contract/login.ts'
import { connectForeignProvider } from '../identity-provider/sample-connections.ts'

/** The two connections so far, so that connecting one of them keeps the other. */
const connected = {
  issuer: '',
  client: { id: '', secret: '' },
  saml: { entityId: '', ssoUrl: '', certificate: '' },
}

/**
 * Connects the accounts of `sso.test` (OpenID Connect) and `saml.test` (SAML) of the sample data with an identity
 * provider, and starts sign-ins there like the login box. `logout` is their administrator's setting for signing out
 * there.
 */
export const openConnection = async (provider, given) => {
  const { backend, issuer: api, appUrl } = provider
  const { logout, ...facts } = given
  Object.assign(connected, facts)
  await connectForeignProvider(backend.ports, { ...connected, apiUrl: api })
  const connection = await backend.store.ssoConnections.find({ type: given.saml ? 'saml' : 'oidc', enabled: true })
  const { id, tenantId } = connection
  const at = { createdAt: Date.now(), updatedAt: Date.now() }
  await backend.store.samlSettings.insert({ ...EMPTY_SAML_SETTINGS, id, tenantId, ...logout, ...at })
  const call = async (browser, endpoint, body, headers = {}) => {
    const { status, text } = await browser.call(api + endpoint.path, body, { origin: appUrl, headers })
    assert.equal(status, 200, text)
    return JSON.parse(text)
  }
  return {
    tenantId,
    /** Opens the provider's page; with OpenID Connect, the browser is sent back to `redirectUri`. */
    begin: async (browser, email, redirectUri) => {
      const { address, idpType } = await call(browser, login.preLogin, { email })
      const url = new URL(address)
      if (idpType === 'oidc') url.searchParams.set('redirect_uri', redirectUri)
      return browser.open(url)
    },
    /** Completes the sign-in with the provider's response; resolves with the user's tokens. */
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
    /** Ends the session here, then follows the redirect that ends it at the provider. */
    signOut: async (browser, accessToken) => {
      const { url } = await call(browser, ssoSession.startSsoLogout, {}, { authorization: `Bearer ${accessToken}` })
      assert.ok(url)
      return browser.open(url)
    },
  }
}
