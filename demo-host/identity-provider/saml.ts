import { createVerify, randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { DOMParser } from '@xmldom/xmldom'
import { escapeHtml as xml } from '../server/html.ts'
import type { Credentials } from './credentials.ts'
import type { Directory, DirectoryUser } from './directory.ts'
import type { EncryptionCertificates } from './encryption-certificates.ts'
import { chosenUser, readForm, sendHtml } from './http.ts'
import { formPost, loginPage, page } from './login-page.ts'
import { encryptedResponse } from './saml-encryption.ts'
import { samlResponse } from './saml-response.ts'

/** An application that accepts assertions from this provider. */
export interface ServiceProvider {
  entityId: string
  acsUrl: string
  name: string
  /** URL for logout messages; without it there is no single logout. */
  logoutUrl?: string
  /** PEM; if it is set, only signed requests are accepted. */
  publicKey?: string
}

export interface SamlSettings {
  origin: string
  serviceProviders: readonly ServiceProvider[]
  directory: Directory
  credentials: Credentials
  encryption: EncryptionCertificates
}

interface AuthnRequest {
  id: string
  serviceProvider: ServiceProvider
  relayState: string
  /** The authentication context that the user must meet; any if empty. */
  authnContext: string
}

const MAX_REQUEST_BYTES = 20_000
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'

export const entityIdOf = (origin: string): string => `${origin}/saml/metadata`
export const ssoUrlOf = (origin: string): string => `${origin}/saml/sso`

/** Returns the metadata (SAML Metadata 2.4.3). */
export const metadataXml = (origin: string, certificate: string): string => {
  const body = certificate.replace(/-----[^-]+-----|\s/g, '')
  const binding = (name: string) =>
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${name}" Location="${xml(ssoUrlOf(origin))}"/>`
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${xml(entityIdOf(origin))}"><md:IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${binding('HTTP-Redirect')}${binding('HTTP-POST')}</md:IDPSSODescriptor></md:EntityDescriptor>
`
}

/** Returns whether the signature of the query in its original encoding is valid (SAML Bindings 3.4.4.1). */
const isRightlySigned = (search: string, publicKey: string): boolean => {
  const parts = search.replace(/^\?/, '').split('&')
  const part = (name: string) => parts.find((each) => each.startsWith(`${name}=`))
  const signature = part('Signature')?.slice('Signature='.length)
  if (!signature) return false
  const covered = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => part(name) ?? []).join('&')
  return createVerify('RSA-SHA256')
    .update(covered)
    .verify(publicKey, Buffer.from(decodeURIComponent(signature), 'base64'))
}

/** Reads a request of the redirect binding; returns `undefined` for a request that this provider must refuse. */
const readRequest = (url: URL, { serviceProviders }: SamlSettings): AuthnRequest | undefined => {
  const encoded = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')
  const text = inflateRawSync(encoded, { maxOutputLength: MAX_REQUEST_BYTES }).toString('utf8')
  if (/<!DOCTYPE/i.test(text)) return undefined
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement
  const issuer = root.getElementsByTagName('*')[0]?.textContent?.trim()
  const serviceProvider = serviceProviders.find(({ entityId }) => entityId === issuer)
  const wanted = root.getAttribute('AssertionConsumerServiceURL')
  if (root.localName !== 'AuthnRequest' || root.namespaceURI !== PROTOCOL || !serviceProvider) return undefined
  if (wanted && wanted !== serviceProvider.acsUrl) return undefined
  if (serviceProvider.publicKey && !isRightlySigned(url.search, serviceProvider.publicKey)) return undefined
  return {
    id: root.getAttribute('ID') ?? '',
    serviceProvider,
    relayState: url.searchParams.get('RelayState') ?? '',
    authnContext: root.getElementsByTagNameNS(ASSERTION, 'AuthnContextClassRef')[0]?.textContent ?? '',
  }
}

const attributesOf = ({ email, name, groups }: DirectoryUser) => ({
  email: [email],
  name: [name],
  ...(groups.length > 0 && { groups }),
})

/** Creates a SAML 2.0 identity provider: redirect binding in, POST binding out, assertions signed. */
export const createSamlProvider = (settings: SamlSettings) => {
  const { origin, serviceProviders, directory, credentials, encryption } = settings

  const ask = (response: ServerResponse, { serviceProvider, id, relayState, authnContext }: AuthnRequest) =>
    sendHtml(
      response,
      loginPage({
        action: '/saml/response',
        application: serviceProvider.name,
        users: directory.all(),
        hint: '',
        fields: { entityId: serviceProvider.entityId, requestId: id, relayState, authnContext },
      }),
    )

  const refuse = (response: ServerResponse) =>
    sendHtml(
      response,
      page('Not accepted', '<h1>Not accepted</h1><p>This isn’t a request of a known application.</p>'),
      400,
    )

  const sso = (request: IncomingMessage, response: ServerResponse) => {
    const asked = readRequest(new URL(request.url ?? '/', origin), settings)
    return asked ? ask(response, asked) : refuse(response)
  }

  /** Starts a sign-in at the provider, without a request. */
  const start = (request: IncomingMessage, response: ServerResponse) => {
    const entityId = new URL(request.url ?? '/', origin).searchParams.get('sp')
    const serviceProvider = serviceProviders.find((one) => one.entityId === entityId)
    return serviceProvider
      ? ask(response, { id: '', serviceProvider, relayState: '', authnContext: '' })
      : refuse(response)
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const serviceProvider = serviceProviders.find(({ entityId }) => entityId === form.get('entityId'))
    const user = chosenUser(form, directory)
    if (!serviceProvider) return refuse(response)
    if (!user)
      return sendHtml(response, page('Canceled', '<h1>Canceled</h1><p>You can close this page or go back.</p>'))
    const facts = {
      issuer: entityIdOf(origin),
      audience: serviceProvider.entityId,
      recipient: serviceProvider.acsUrl,
      nameId: user.email,
      attributes: attributesOf(user),
      ...(form.get('requestId') && { inResponseTo: form.get('requestId') ?? '' }),
      ...(form.get('authnContext') && { authnContext: form.get('authnContext') ?? '' }),
    }
    const certificate = encryption.of(user.email)
    const SAMLResponse = certificate
      ? await encryptedResponse({ ...facts, assertionId: `_${randomUUID()}` }, credentials, { certificate })
      : samlResponse(facts, credentials)
    const RelayState = form.get('relayState') ?? ''
    const nonce = randomBytes(16).toString('base64')
    const fields = { SAMLResponse, ...(RelayState && { RelayState }) }
    return sendHtml(response, formPost(serviceProvider.acsUrl, fields, nonce), 200, nonce)
  }

  const metadata = (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'application/samlmetadata+xml', 'cache-control': 'no-store' })
      .end(metadataXml(origin, credentials.certificate))

  return { sso, start, respond, metadata }
}
