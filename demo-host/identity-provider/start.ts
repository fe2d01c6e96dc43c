import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientMetadata, Configuration } from 'oidc-provider'
import { closeServer, type Listener, listen } from '../../src/serve/listen.ts'
import { escapeHtml } from '../server/html.ts'
import { createConsole } from './console.ts'
import { type Credentials, createCredentials } from './credentials.ts'
import { createDirectory, type Directory, type DirectoryUser, SAMPLE_DIRECTORY } from './directory.ts'
import { createDirectoryPush } from './directory-push.ts'
import type { Dns } from './dns.ts'
import { createEncryptionCertificates, type EncryptionCertificates } from './encryption-certificates.ts'
import { FORM, hasType, isFromOwnPage, sendHtml } from './http.ts'
import { page } from './login-page.ts'
import { createOpenIdProvider } from './open-id.ts'
import { createSamlProvider, entityIdOf, type ServiceProvider, ssoUrlOf } from './saml.ts'
import { createSamlLogout } from './saml-logout-service.ts'

export interface IdentityProviderSettings {
  port: number
  /** Applications that may redirect users here by OpenID Connect. */
  clients?: readonly ClientMetadata[]
  /** Applications that may redirect users here by SAML. */
  serviceProviders?: readonly ServiceProvider[]
  /** Path that the OpenID provider is mounted at, such as `/frontegg`; part of its issuer. @default none */
  mountPath?: string
  /** Overrides the OpenID provider's configuration: `routes`, `issueRefreshToken`, `clientBasedCORS` … */
  configuration?: Configuration
  /** Users with an account here. @default the demo's users */
  users?: readonly DirectoryUser[]
  /** Applications to open from the provider's first page. */
  links?: readonly { label: string; href: string }[]
  /** The client whose settings its console shows, and the DNS that it changes. @default no console */
  console?: { clientId: string; clientSecret: string; dns: Dns }
  /** Other services at the same origin, such as a payment provider. @default none */
  services?: readonly { owns(path: string): boolean; listener: Listener }[]
}

export interface IdentityProvider {
  origin: string
  /** OpenID issuer: the origin and the mount path. */
  issuer: string
  saml: { entityId: string; ssoUrl: string; metadataUrl: string; certificate: string }
  directory: Directory
  credentials: Credentials
  close(): Promise<void>
}

const home = (links: IdentityProviderSettings['links'] = []): string => {
  const item = ({ label, href }: { label: string; href: string }) =>
    `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
  return page(
    'Foreign identity provider',
    `<h1>Foreign identity provider</h1><p>Start an application.</p>${links.map(item).join('')}`,
  )
}

/** Forms of the provider's own pages, which change its DNS, its directory or a sign-in. */
const OWN_FORMS = /^\/(console\/|dns$|directory$|saml\/response$|interaction\/)/

/** Removes the mount path; connect passes it to a handler as `request.originalUrl`, which the provider reads. */
const unmounted = (request: IncomingMessage, mountPath: string): boolean => {
  const url = request.url ?? '/'
  if (mountPath && !url.startsWith(`${mountPath}/`)) return false
  Object.assign(request, { originalUrl: url })
  request.url = url.slice(mountPath.length)
  return true
}

const createListener = (settings: IdentityProviderSettings, parts: Parts): Listener => {
  const { mountPath = '', links } = settings
  const { openId, saml, samlLogout, console: settingsPage, directoryPush } = parts
  return async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const isPost = request.method === 'POST'
    const service = settings.services?.find(({ owns }) => owns(path))
    if (service) return service.listener(request, response)
    if (path === '/') return sendHtml(response, home(links))
    if (isPost && OWN_FORMS.test(path) && !(hasType(request, FORM) && isFromOwnPage(request)))
      return sendHtml(response, page('Refused', '<h1>This form was not sent by a page of the provider</h1>'), 403)
    if (path === '/console' && settingsPage) return settingsPage.show(response)
    if (path === '/dns' && settingsPage)
      return isPost ? settingsPage.addRecord(request, response) : settingsPage.showDns(response)
    if (path === '/console/encryption' && isPost && settingsPage)
      return settingsPage.encryptAssertions(request, response)
    if (path === '/directory' && directoryPush)
      return isPost ? directoryPush.push(request, response) : directoryPush.show(response)
    if (path === '/saml/metadata') return saml.metadata(response)
    if (path === '/saml/sso') return saml.sso(request, response)
    if (path === '/saml/logout') return samlLogout(request, response)
    if (path === '/saml/start') return saml.start(request, response)
    if (path === '/saml/response' && isPost) return saml.respond(request, response)
    if (/^\/interaction\/[\w-]+$/.test(path))
      return (isPost ? openId.login.finish : openId.login.show)(request, response)
    if (unmounted(request, mountPath)) return openId.handle(request, response)
    return sendHtml(response, page('Not found', '<h1>Not found</h1>'), 404)
  }
}

interface Parts {
  openId: ReturnType<typeof createOpenIdProvider>
  saml: ReturnType<typeof createSamlProvider>
  samlLogout: ReturnType<typeof createSamlLogout>
  console: ReturnType<typeof createConsole> | undefined
  directoryPush: ReturnType<typeof createDirectoryPush> | undefined
}

const consoleOf = (
  { console: given }: IdentityProviderSettings,
  { origin, issuer, encryption }: { origin: string; issuer: string; encryption: EncryptionCertificates },
) => {
  if (!given) return undefined
  const { dns, ...client } = given
  return createConsole({ metadataUrl: entityIdOf(origin), issuer, ...client }, { dns, encryption })
}

/**
 * Starts the foreign identity provider of the demo and the tests: OpenID Connect and SAML 2.0 on one port of this
 * machine.
 *
 * @example const idp = await startIdentityProvider({ port: 3003, clients: [{ client_id: 'demo', … }] })
 */
export const startIdentityProvider = async (settings: IdentityProviderSettings): Promise<IdentityProvider> => {
  const {
    port,
    clients = [],
    serviceProviders = [],
    mountPath = '',
    configuration,
    users = SAMPLE_DIRECTORY,
  } = settings
  const origin = `http://localhost:${port}`
  const issuer = origin + mountPath
  const directory = createDirectory(users)
  const credentials = await createCredentials('Foreign identity provider')
  const openId = createOpenIdProvider({
    issuer,
    clients,
    directory,
    signingKey: credentials.privateKey,
    ...(configuration && { configuration }),
  })
  const encryption = createEncryptionCertificates()
  const samlSettings = { origin, serviceProviders, directory, credentials, encryption }
  const saml = createSamlProvider(samlSettings)
  const server = await listen(
    createListener(settings, {
      openId,
      saml,
      samlLogout: createSamlLogout(samlSettings),
      console: consoleOf(settings, { origin, issuer, encryption }),
      directoryPush: settings.console && createDirectoryPush(),
    }),
    port,
  )
  const { certificate } = credentials
  const entityId = entityIdOf(origin)
  return {
    origin,
    issuer,
    saml: { entityId, ssoUrl: ssoUrlOf(origin), metadataUrl: entityId, certificate },
    directory,
    credentials,
    close: () => closeServer(server),
  }
}
