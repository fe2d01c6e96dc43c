import { after } from 'node:test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { registerClient } from '../../src/backend/domain/oauth/oauth-clients.ts'
import { openNodeBackend } from '../../src/backend/node.ts'
import { SAMPLE_PASSWORD } from '../../src/backend/sample/index.ts'
import { createApi } from '../../src/serve/api.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { freePorts } from '../../src/testing/ports.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { openStrictSmtp } from './strict-smtp.test-kit.mjs'

/** A user of the sample data. */
export const USER = { email: 'ada@acme.test', password: SAMPLE_PASSWORD }

const openProvider = async () => {
  const port = await freePorts(1)
  const issuer = `http://localhost:${port}`
  const host = await openApp((_, response) => response.end('The page with the login box'))
  const mail = await openStrictSmtp()
  const { schemas } = await buildOpenApi()
  const backend = await openNodeBackend({
    apiUrl: issuer,
    appUrl: host.url,
    loginScript: 'http://localhost:3001/fe.umd.js',
    smtpUrl: mail.url,
    allowLocalProviders: true,
    seed: true,
    schemas,
  })
  const server = await listen(createApi(backend.fetch, issuer), port)
  return {
    issuer,
    backend,
    mail,
    /** Origin of the page with the login box. */
    appUrl: host.url,
    /** Registers an application like `front-entry client`. */
    register: ({ redirectUris, returns = [], isConfidential = true }) =>
      registerClient(backend.ports, {
        name: 'Fleet',
        isConfidential,
        redirectUris,
        postLogoutRedirectUris: returns,
      }),
    /** Opens a page that requests a sign-in and signs the user in; resolves with the final page. */
    signIn: async (start, browser = createBrowser()) =>
      browser.signIn(await browser.open(start), USER.email, USER.password),
    /** Returns whether the browser still has a session at the provider. */
    hasSession: async (browser, { clientId, redirectUri }) => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        prompt: 'none',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'S256',
      })
      const response = await browser.send(new URL(`/oauth/authorize?${query}`, issuer))
      return new URL(response.headers.location).searchParams.has('code')
    },
    close: async () => {
      await host.close()
      await closeServer(server)
      await backend.close()
      await mail.close()
    },
  }
}

let opened

/**
 * Opens our backend on a free port, with the sample's users, as an OpenID provider that real clients find by its
 * issuer. All files that run in a process share it, because opening it takes longer than their flows.
 *
 * @example
 * const provider = await sharedProvider()
 * const client = await provider.register({ redirectUris: [`${app}/callback`], returns: [app] })
 */
export const sharedProvider = () => {
  opened ??= openProvider()
  return opened
}

after(async () => (await opened)?.close())

/** Starts a test's server, which is an application of a client. */
export const openApp = async (listener) => {
  const port = await freePorts(1)
  const server = await listen(listener, port)
  return { url: `http://localhost:${port}`, close: () => closeServer(server) }
}
