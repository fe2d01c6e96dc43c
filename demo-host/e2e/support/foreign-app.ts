import type { IncomingMessage } from 'node:http'
import type { Page } from '@playwright/test'
import type { FeApp } from '../../../src/index.ts'
import { closeServer, type Listener, listen } from '../../../src/serve/listen.ts'
import { freePorts } from '../../../src/testing/ports.ts'
import { createCredentials } from '../../identity-provider/credentials.ts'
import { createDirectory, SAMPLE_DIRECTORY } from '../../identity-provider/directory.ts'
import { createOpenIdProvider } from '../../identity-provider/open-id.ts'
import { version } from '../../scripts/project.mjs'
import type { DemoHost } from '../../server/demo-host.ts'

const CLIENT_ID = 'an-application-of-its-own'
/**
 * Lifetime of an access token: longer than three attempts to load a profile, so that the first refresh follows them.
 */
const ACCESS_TOKEN_SECONDS = 15
const MOUNT = '/frontegg'
const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  end_session: '/oauth/logout',
  jwks: '/.well-known/jwks.json',
}

interface AppWindow extends Window {
  app: FeApp
}

export interface ForeignApp {
  origin: string
  close(): Promise<void>
}

const pageOf = ({ origins }: DemoHost, origin: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>An application</title><link rel="icon" href="data:,">
<script src="${origins.cdn}/${version}/fe.umd.js" crossorigin="anonymous"></script></head>
<body><p id="who" role="status"></p><script>
  const move = (path, { refresh, replace }) => {
    if (refresh) location.assign(path)
    else history[replace ? 'replaceState' : 'pushState']({}, '', path)
  }
  window.app = fe.init({
    contextOptions: { baseUrl: '${origin}', clientId: '${CLIENT_ID}' },
    hostedLoginBox: true,
    onRedirectTo: move,
    authOptions: {
      hostedLoginOptions: { loadUserOnFirstLoad: true },
      routes: { authenticatedUrl: '/app', loginUrl: '/app/login', logoutUrl: '/app/logout' },
    },
  })
  const show = ({ isLoading, user }) => {
    document.getElementById('who').textContent = isLoading ? 'Loading' : user ? 'Signed in as ' + user.email : 'Signed out'
  }
  app.subscribe(show)
  app.ready().then(() => app.getState()).then(show)
</script></body></html>`

const openProvider = async (origin: string) => {
  const { privateKey } = await createCredentials('Independent provider')
  return createOpenIdProvider({
    issuer: origin + MOUNT,
    directory: createDirectory(SAMPLE_DIRECTORY),
    signingKey: privateKey,
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'An application',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${origin}/oauth/callback`],
        post_logout_redirect_uris: [`${origin}/app`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    configuration: {
      routes: ROUTES,
      issueRefreshToken: async () => true,
      clientBasedCORS: (_context, from) => from === origin,
      pkce: { required: () => true },
      ttl: {
        AccessToken: ACCESS_TOKEN_SECONDS,
        AuthorizationCode: 60,
        IdToken: 300,
        RefreshToken: 3600,
        Session: 3600,
        Grant: 3600,
        Interaction: 600,
      },
    },
  })
}

/** connect passes its mount path to a handler as `request.originalUrl`, which the provider reads. */
const unmount = (request: IncomingMessage, url: string): void => {
  Object.assign(request, { originalUrl: url })
  request.url = url.slice(MOUNT.length)
}

/**
 * Opens an independent OpenID provider (npm oidc-provider) at the path and with the route names of the contract, and a
 * single-page application at the same origin, so that anything the provider lacks is visibly missing.
 */
export const openForeignApp = async (demo: DemoHost): Promise<ForeignApp> => {
  const port = await freePorts(1)
  const origin = `http://localhost:${port}`
  const { handle, login } = await openProvider(origin)
  const html = pageOf(demo, origin)
  const listener: Listener = (request, response) => {
    const url = request.url ?? '/'
    if (url.startsWith(`${MOUNT}/`)) {
      unmount(request, url)
      return handle(request, response)
    }
    if (url.startsWith('/interaction/'))
      return (request.method === 'POST' ? login.finish : login.show)(request, response)
    return response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(html)
  }
  const server = await listen(listener, port)
  return { origin, close: () => closeServer(server) }
}

export const accessTokenIn = (page: Page) => page.evaluate(() => (window as unknown as AppWindow).app.getAccessToken())

export const signOutOf = (page: Page, returnTo: string) =>
  page.evaluate((url) => void (window as unknown as AppWindow).app.logout(url), returnTo)
