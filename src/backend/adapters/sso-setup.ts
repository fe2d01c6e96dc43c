import { X509Certificate } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { DOMParser } from '@xmldom/xmldom'
import { utcTimeOf } from '../../rules/utc-time.ts'
import { type ReadCertificate, type ReadMetadata, type SsoSetupPort, UnreadableError } from '../ports/sso-setup.ts'
import { createGuardedFetch, type GuardSettings, InnerIpError } from './guarded-fetch.ts'

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
/** Metadata of one provider is smaller than 100 KB; that of a whole federation takes megabytes. */
const MAX_METADATA_LENGTH = 512_000
const MAX_CERTIFICATES = 10
const DNS_TIMEOUT_MS = 3_000
const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const unreadable = (message: string) => new UnreadableError(message)

const fingerprintOf = (certificate: X509Certificate): string => certificate.fingerprint256

/**
 * Formats the subject, which Node.js prints as `CN=idp
 * O=Acme`, on one line.
 */
const subjectOf = ({ subject }: X509Certificate): string => (subject ?? '').split('\n').filter(Boolean).join(', ')

const read = (pemOrDer: string | Buffer): ReadCertificate => {
  const certificate = new X509Certificate(pemOrDer)
  return {
    pem: certificate.toString(),
    facts: {
      subject: subjectOf(certificate),
      validFrom: new Date(certificate.validFrom).toISOString(),
      expiresAt: new Date(certificate.validTo).toISOString(),
      fingerprint: fingerprintOf(certificate),
    },
  }
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/

const partsOf = (text: string): (string | Buffer)[] => {
  const blocks = text.match(PEM)
  if (blocks) return blocks
  if (!BASE64.test(text)) throw unreadable('This isn’t a certificate. Paste the X.509 certificate in PEM format.')
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('latin1').match(PEM) ?? [bytes]
}

const readCertificates = (text: string): ReadCertificate[] => {
  if (text.trim() === '') return []
  const parts = partsOf(text.trim())
  if (parts.length > MAX_CERTIFICATES) throw unreadable(`Add up to ${MAX_CERTIFICATES} certificates.`)
  try {
    const found = parts.map(read)
    return found.filter(({ pem }, at) => found.findIndex((other) => other.pem === pem) === at)
  } catch {
    throw unreadable('This certificate is damaged or cut off. Copy it again from your identity provider.')
  }
}

const refuse = (): never => {
  throw unreadable('This isn’t valid XML. Download the metadata again, and don’t edit it.')
}

const rootOf = (xml: string): Element => {
  if (xml.length > MAX_METADATA_LENGTH)
    throw unreadable('This metadata is too large. Use the metadata of one provider.')
  // Entities could expand without limit; metadata needs none.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return refuse()
  const parser = new DOMParser({ errorHandler: { warning: () => {}, error: refuse, fatalError: refuse } })
  return parser.parseFromString(xml.trim(), 'text/xml')?.documentElement ?? refuse()
}

const elements = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.getElementsByTagNameNS(namespace, name))

const identityProviderOf = (root: Element): Element => {
  const all = elements(root, METADATA, 'IDPSSODescriptor')
  // One provider may describe each version of the protocol separately (SAML Metadata 2.4.1).
  const current = all.filter((each) => (each.getAttribute('protocolSupportEnumeration') ?? '').includes(PROTOCOL))
  const found = current.length > 0 ? current : all
  if (found.length > 1) throw unreadable('This metadata describes several identity providers. Use that of one.')
  if (found[0]) return found[0]
  if (elements(root, METADATA, 'SPSSODescriptor').length > 0) {
    throw unreadable('This is the metadata of an application. Use that of your identity provider.')
  }
  throw unreadable('This isn’t the metadata of a SAML identity provider.')
}

/** Returns the certificates of the signing keys, and the positions of those that can't be read. */
const signingCertificates = (provider: Element) => {
  const found = elements(provider, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => elements(key, SIGNATURE, 'X509Certificate'))
    .map(({ textContent }) => readOrSkip(textContent ?? ''))
  const unreadable = found.flatMap((read, at) => (read === undefined ? [String(at + 1)] : []))
  const certificates = found.flatMap((read) => read ?? [])
  return { certificates, unreadable }
}

const readOrSkip = (text: string): ReadCertificate[] | undefined => {
  try {
    return readCertificates(text)
  } catch {
    return undefined
  }
}

interface Service {
  url: string
  binding: 'redirect' | 'post'
  responseUrl?: string
}

/** Returns the service of the redirect binding if it is offered, else of the POST binding. */
const serviceOf = (provider: Element, name: string): Service | undefined => {
  const services = elements(provider, METADATA, name)
  for (const [binding, id] of [['redirect', REDIRECT] as const, ['post', POST] as const]) {
    const service = services.find((each) => each.getAttribute('Binding')?.trim() === id)
    const url = service?.getAttribute('Location')?.trim()
    const responseUrl = service?.getAttribute('ResponseLocation')?.trim()
    if (url) return { url, binding, ...(responseUrl && { responseUrl }) }
  }
  return undefined
}

/** Returns the earliest end of validity: of the entity, of its role, or of the file (SAML Metadata 2.3.2 and 2.4.1). */
const endOf = (root: Element, provider: Element): number | undefined => {
  const ends = [root, provider.parentNode as Element, provider].flatMap((element) => {
    const end = utcTimeOf(element.getAttribute('validUntil') ?? '')
    return Number.isNaN(end) ? [] : [end]
  })
  return ends.length ? Math.min(...ends) : undefined
}

const readMetadata = (xml: string, now: number): ReadMetadata => {
  const root = rootOf(xml)
  const provider = identityProviderOf(root)
  const service = serviceOf(provider, 'SingleSignOnService')
  if (!service) throw unreadable('This metadata has no sign-in URL with the HTTP-Redirect or HTTP-POST binding.')
  const { certificates, unreadable: skipped } = signingCertificates(provider)
  if (certificates.length === 0) {
    const reason = skipped.length ? 'no signing certificate that can be read' : 'no signing certificate'
    throw unreadable(`This metadata has ${reason}.`)
  }
  const end = endOf(root, provider)
  return {
    entityId: (provider.parentNode as Element).getAttribute('entityID')?.trim() ?? '',
    ssoUrl: service.url,
    logout: serviceOf(provider, 'SingleLogoutService'),
    certificates: certificates.filter(({ pem }, at) => certificates.findIndex((other) => other.pem === pem) === at),
    wantsSignedRequests: /^(true|1)$/.test(provider.getAttribute('WantAuthnRequestsSigned') ?? ''),
    warnings: [
      ...(end !== undefined && end <= now ? [{ code: 'expired' as const, detail: new Date(end).toISOString() }] : []),
      ...skipped.map((detail) => ({ code: 'certificate' as const, detail })),
      ...(service.binding === 'post' ? [{ code: 'postOnly' as const, detail: '' }] : []),
    ],
  }
}

const createFetchText = (settings: GuardSettings): SsoSetupPort['fetchText'] => {
  const fetchGuarded = createGuardedFetch(settings)
  return async (url) => {
    if (!URL.canParse(url)) throw unreadable('Enter a URL that starts with https://.')
    const response = await fetchGuarded(url).catch((error: unknown) => {
      if (error instanceof InnerIpError) throw unreadable('Enter a public URL that starts with https://.')
      throw unreadable('We couldn’t reach this URL. Check it, and try again.')
    })
    if (response.status >= 300 && response.status < 400) {
      throw unreadable('This URL redirects to another one. Enter the final URL.')
    }
    if (!response.ok) throw unreadable(`This URL responded with an error (${response.status}).`)
    return response.text()
  }
}

const NO_RECORDS = ['ENODATA', 'ENOTFOUND', 'ENOENT']

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/** A TXT record is a list of strings, which are joined (RFC 1035 §3.3.14). */
const resolveTxt: SsoSetupPort['resolveTxt'] = async (domain) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 })
  try {
    return (await resolver.resolveTxt(domain)).map((strings) => strings.join(''))
  } catch (error) {
    if (NO_RECORDS.includes(String(codeOf(error)))) return []
    throw unreadable('DNS didn’t respond. Try again in a few minutes.')
  }
}

interface SsoSetupSettings extends GuardSettings {
  /** Replaces DNS in tests and a demo on one machine. */
  resolveTxt?: SsoSetupPort['resolveTxt'] | undefined
}

export const createSsoSetup = (settings: SsoSetupSettings = {}): SsoSetupPort => ({
  readCertificates,
  readMetadata,
  fetchText: createFetchText(settings),
  resolveTxt: settings.resolveTxt ?? resolveTxt,
})
