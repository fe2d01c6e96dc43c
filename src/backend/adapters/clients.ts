import { decodeJwt } from 'jose'
import { type Backend, createBackend } from '../backend.ts'
import { cookiesOf, refreshCookieName } from '../call/cookies.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import type { AppRouting, BackendConfig, Ports } from '../ports.ts'
import type { KeyStore } from './sealing-key.ts'
import { createSigner } from './signer.ts'
import { createWebAuthn } from './webauthn.ts'

/**
 * Another application of the same users, with the login box in its own pages; hosted login belongs to the first client.
 */
export interface ClientConfig {
  /** The value of `contextOptions.clientId` in its pages. */
  clientId: string
  /** Its origin, which may call the API; links in the emails that it causes point to it. */
  appUrl: string
  /** Its routing. @default the default routes, by path */
  app?: AppRouting
}

const configFor = (first: BackendConfig, { clientId, appUrl, app }: ClientConfig): BackendConfig => {
  const { app: _app, redirectUris: _redirects, postLogoutRedirectUris: _returns, ...shared } = first
  return { ...shared, clientId, appUrl, allowedOrigins: [appUrl], ...(app && { app }) }
}

/**
 * Reads the unverified audience of the token of a request without a page. It only selects the client that verifies the
 * token.
 */
const audienceOf = (request: Request): unknown => {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? []
  try {
    return decodeJwt(token).aud
  } catch {
    return undefined
  }
}

const clientOf = (clients: readonly BackendConfig[], request: Request): BackendConfig | undefined => {
  const origin = request.headers.get('Origin')
  if (origin !== null) {
    return clients.find(({ appUrl }) => appUrl === origin) ?? clients.find((each) => isAllowedOrigin(each, origin))
  }
  const audience = audienceOf(request)
  const cookies = request.headers.get('Cookie')
  return (
    clients.find(({ clientId }) => clientId === audience) ??
    clients.find((each) => cookiesOf(cookies, refreshCookieName(each)).length > 0)
  )
}

/**
 * Creates one backend per client over the same store: tokens and cookies of one client are not valid for another. A
 * request belongs to the client of its page's origin, or without an origin to the client of its token or session; all
 * others belong to the first.
 */
export const createClientBackends = (
  ports: Ports,
  more: readonly ClientConfig[],
  keys: KeyStore = ports.store,
): Backend => {
  const first = createBackend(ports)
  if (more.length === 0) return first
  const configs = more.map((client) => configFor(ports.config, client))
  const backends = configs.map((config) =>
    createBackend({ ...ports, config, signer: createSigner(keys, config), webauthn: createWebAuthn(config) }),
  )
  const clients = [ports.config, ...configs]
  return (request, peer) => {
    const config = clientOf(clients, request)
    const found = config && backends[configs.indexOf(config)]
    return (found ?? first)(request, peer)
  }
}
