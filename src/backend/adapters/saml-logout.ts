import { createSign, X509Certificate } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { escapeMarkup } from '../domain/mail/shown-text.ts'
import type { NewLogout, SamlDelivery, SamlKeyPair, SamlLogout, SamlMessage, SamlPeer } from '../ports/saml.ts'
import { isSignedBy } from './saml-algorithms.ts'
import { nameIn } from './saml-encrypted.ts'
import { certificatesOf, pemOf, signedXml, verifiedXml } from './saml-signature.ts'
import {
  ASSERTION,
  attributeOf,
  childrenOf,
  PROTOCOL,
  parseXml,
  refuse,
  signedOnes,
  textOf,
  timeOf,
} from './saml-xml.ts'

/** Logout messages are smaller than 5 KB. */
const MAX_LENGTH = 32_000
const OURS = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const KINDS = { SAMLRequest: 'LogoutRequest', SAMLResponse: 'LogoutResponse' } as const

interface Redirect {
  name: keyof typeof KINDS
  /** Values in their original encoding, which the signature covers. */
  raw: ReadonlyMap<string, string>
}

/** Refuses duplicate names: the signature could cover one value while another is read. */
const readQuery = (query: string): Redirect | undefined => {
  const pairs = query
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0 ? ([pair, ''] as const) : ([pair.slice(0, at), pair.slice(at + 1)] as const)
    })
  const raw = new Map(pairs)
  if (raw.size !== pairs.length || raw.has('SAMLRequest') === raw.has('SAMLResponse')) return undefined
  return { name: raw.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse', raw }
}

const decoded = (raw: string | undefined): string => decodeURIComponent((raw ?? '').replaceAll('+', '%20'))

const bytesOf = (base64: string): Buffer => {
  const compact = base64.replace(/\s/g, '')
  if (compact.length > MAX_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return refuse()
  return Buffer.from(compact, 'base64')
}

interface Read {
  text: string
  root: Element
  redirect?: Redirect
}

const readMessage = (message: SamlMessage): Read => {
  const redirect = message.binding === 'redirect' ? readQuery(message.query) : undefined
  if (message.binding === 'redirect' && !redirect) return refuse()
  const value = redirect ? decoded(redirect.raw.get(redirect.name)) : (message as { value: string }).value
  const bytes = redirect ? inflateRawSync(bytesOf(value), { maxOutputLength: MAX_LENGTH }) : bytesOf(value)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const root = parseXml(text)
  const name = redirect?.name ?? ((message as { kind: string }).kind === 'request' ? 'SAMLRequest' : 'SAMLResponse')
  if (root.localName !== KINDS[name] || root.namespaceURI !== PROTOCOL) return refuse()
  return redirect ? { text, root, redirect } : { text, root }
}

const only = (parent: Element, namespace: string, name: string): Element => {
  const [found, ...others] = childrenOf(parent, namespace, name)
  return found && others.length === 0 ? found : refuse()
}

/** Reads a logout message (SAML Core 3.7.1 and 3.7.2). */
const logoutOf = (root: Element, decryptionKeys: readonly string[]): SamlLogout => {
  const head = {
    id: attributeOf(root, 'ID') || refuse(),
    issuer: textOf(only(root, ASSERTION, 'Issuer')),
    destination: attributeOf(root, 'Destination'),
    issuedAt: timeOf(root, 'IssueInstant') ?? 0,
  }
  if (root.localName === 'LogoutResponse') {
    const status = only(only(root, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode')
    const inResponseTo = attributeOf(root, 'InResponseTo')
    return { ...head, kind: 'response', inResponseTo, status: attributeOf(status, 'Value') ?? '' }
  }
  const nameId = nameIn(root, decryptionKeys)
  return {
    ...head,
    kind: 'request',
    notOnOrAfter: timeOf(root, 'NotOnOrAfter'),
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format') ?? '',
    sessionIndexes: childrenOf(root, PROTOCOL, 'SessionIndex').map(textOf),
  }
}

/** Returns whether the certificate's key signed the query in its original encoding (SAML Bindings 3.4.4.1). */
const isQuerySigned = ({ name, raw }: Redirect, certificate: string): boolean => {
  const covered = [name, 'RelayState', 'SigAlg']
    .filter((each) => raw.has(each))
    .map((each) => `${each}=${raw.get(each)}`)
  const value = bytesOf(decoded(raw.get('Signature')))
  const algorithm = decoded(raw.get('SigAlg'))
  try {
    const { publicKey: key } = new X509Certificate(pemOf(certificate))
    return isSignedBy(algorithm, { text: covered.join('&'), key, value, mayBeDer: true })
  } catch {
    // A certificate that can't be read, or whose key makes no such signatures; another one may fit.
    return false
  }
}

export const readUnverifiedLogout = (message: SamlMessage): SamlLogout | undefined => {
  try {
    return logoutOf(readMessage(message).root, [])
  } catch {
    return undefined
  }
}

const signedRoot = ({ text, root, redirect }: Read, certificates: readonly string[]): Element | undefined => {
  if (redirect) return certificates.some((certificate) => isQuerySigned(redirect, certificate)) ? root : undefined
  if (!signedOnes(root, [root]).has(root)) return undefined
  const verified = verifiedXml(text, root, certificates)
  return verified === undefined ? undefined : parseXml(verified)
}

export const verifyLogout = (
  { publicCertificate, decryptionKeys = [] }: Pick<SamlPeer, 'publicCertificate' | 'decryptionKeys'>,
  message: SamlMessage,
): SamlLogout | undefined => {
  try {
    const root = signedRoot(readMessage(message), certificatesOf(publicCertificate))
    return root && logoutOf(root, decryptionKeys)
  } catch {
    return undefined
  }
}

const NAMES = `xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}"`
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status'
const at = (time: number) => new Date(time).toISOString()

const xmlOf = (logout: NewLogout): string => {
  const { id, issuer, destination, issuedAt } = logout
  const head = `ID="${escapeMarkup(id)}" Version="2.0" IssueInstant="${at(issuedAt)}" Destination="${escapeMarkup(destination)}"`
  const by = `<saml:Issuer>${escapeMarkup(issuer)}</saml:Issuer>`
  if (logout.kind === 'response') {
    const status = logout.isSuccess ? 'Success' : 'Responder'
    return `<samlp:LogoutResponse ${NAMES} ${head} InResponseTo="${escapeMarkup(logout.inResponseTo)}">${by}<samlp:Status><samlp:StatusCode Value="${STATUS}:${status}"/></samlp:Status></samlp:LogoutResponse>`
  }
  const format = logout.nameIdFormat && ` Format="${escapeMarkup(logout.nameIdFormat)}"`
  const index = logout.sessionIndex && `<samlp:SessionIndex>${escapeMarkup(logout.sessionIndex)}</samlp:SessionIndex>`
  return `<samlp:LogoutRequest ${NAMES} ${head} NotOnOrAfter="${at(logout.notOnOrAfter)}">${by}<saml:NameID${format}>${escapeMarkup(logout.nameId)}</saml:NameID>${index}</samlp:LogoutRequest>`
}

export const deliverLogout = (
  logout: NewLogout,
  { binding, relayState }: { binding: 'redirect' | 'post'; relayState: string },
  keys: SamlKeyPair,
): SamlDelivery => {
  const name = logout.kind === 'request' ? 'SAMLRequest' : 'SAMLResponse'
  const state = relayState && { RelayState: relayState }
  if (binding === 'post') {
    const value = Buffer.from(signedXml(xmlOf(logout), keys)).toString('base64')
    return { url: logout.destination, fields: { [name]: value, ...state } }
  }
  const value = deflateRawSync(xmlOf(logout)).toString('base64')
  const query = Object.entries({ [name]: value, ...state, SigAlg: OURS })
    .map(([key, each]) => `${key}=${encodeURIComponent(each)}`)
    .join('&')
  const signature = createSign('RSA-SHA256').update(query).sign(keys.privateKey, 'base64')
  const joint = logout.destination.includes('?') ? '&' : '?'
  return { url: `${logout.destination}${joint}${query}&Signature=${encodeURIComponent(signature)}` }
}
