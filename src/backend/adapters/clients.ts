import { decodeJwt } from 'jose'
import { type Backend, createBackend } from '../backend.ts'
import { cookiesOf, refreshCookieName } from '../call/cookies.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import type { AppRouting, BackendConfig, Ports } from '../ports.ts'
import type { KeyStore } from './sealing-key.ts'
import { createSigner } from './signer.ts'
import { createWebAuthn } from './webauthn.ts'

/** One more application of the same users, with the login box in its own pages; hosted login is the first client's. */
export interface ClientConfig {
  /** What its pages give as `contextOptions.clientId`. */
  clientId: string
  /** Its origin, which may call the API: links in emails that it causes lead here. */
  appUrl: string
  /** How it is routed. @default the default routes, by path */
  app?: AppRouting
}

const configFor = (first: BackendConfig, { clientId, appUrl, app }: ClientConfig): BackendConfig => {
  const { app: _app, redirectUris: _redirects, postLogoutRedirectUris: _returns, ...shared } = first
  return { ...shared, clientId, appUrl, allowedOrigins: [appUrl], ...(app && { app }) }
}

/** Of the token of a request without a page. Only chooses who verifies it. */
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
 * One backend per client over the same store: tokens and cookies of one are of no use to another. A request belongs to the
 * client of its page's origin, without one to that of its token or session; everything else to the first.
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
