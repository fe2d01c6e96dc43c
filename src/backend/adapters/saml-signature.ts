import { X509Certificate } from 'node:crypto'
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto'
import { isSignedBy, withAlgorithms } from './saml-algorithms.ts'
import { childrenOf, SIGNATURE, textOf } from './saml-xml.ts'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates in PEM blocks, or in the bare base64 of metadata files. */
export const certificatesOf = (text: string): string[] => {
  const blocks = text.match(BLOCK)
  return blocks ? [...blocks] : [text.trim()].filter(Boolean)
}

/** Formats a certificate as PEM (RFC 7468 §5). */
export const pemOf = (certificate: string): string => {
  if (certificate.startsWith('-----')) return certificate
  const lines = certificate.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
/** The maximum is the enveloped signature and canonicalization (SAML Core 5.4.4). */
const MAX_TRANSFORMS = 2

const check = (text: string, root: Element, certificate: string): string | undefined => {
  const [signature] = childrenOf(root, SIGNATURE, 'Signature')
  if (!signature) return undefined
  // A key inside the message proves nothing.
  const signed = withAlgorithms(new SignedXml({ publicCert: pemOf(certificate), getCertFromKeyInfo: () => null }))
  signed.loadSignature(signature)
  const [reference, ...others] = signed.getReferences()
  if (!reference || others.length > 0 || reference.uri !== `#${root.getAttribute('ID')}`) return undefined
  if (reference.transforms.length > MAX_TRANSFORMS || !signed.checkSignature(text)) return undefined
  return signed.getSignedReferences()[0]
}

/** Returns the canonicalized XML that the signature of a root element covers; nothing else may be read. */
export const verifiedXml = (text: string, root: Element, certificates: readonly string[]): string | undefined => {
  for (const certificate of certificates) {
    try {
      const verified = check(text, root, certificate)
      if (verified !== undefined) return verified
    } catch {
      // Another certificate may fit.
    }
  }
  return undefined
}

const PREFIX = 'xmlns:'

/** Returns the namespace prefixes that the canonical form may need from ancestors; the nearest one applies. */
const namespacesAround = (element: Element) => {
  const found = new Map<string, string>()
  for (let node = element.parentElement ?? element.parentNode; node?.nodeType === 1; node = node.parentNode) {
    for (const { name, value } of Array.from((node as Element).attributes)) {
      const prefix = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : ''
      if (prefix && !found.has(prefix)) found.set(prefix, value)
    }
  }
  return Array.from(found, ([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}

const isMadeWith = (
  certificate: string,
  algorithm: string,
  { text, value }: { text: string; value: string },
): boolean => {
  try {
    const { publicKey } = new X509Certificate(pemOf(certificate))
    return isSignedBy(algorithm, { text, key: publicKey, value: Buffer.from(value, 'base64') })
  } catch {
    return false
  }
}

/**
 * Returns the certificates whose key made the signature of an element. Fast, because the signed content is not
 * verified: a hint for which key to verify with, and no proof.
 */
export const signersOf = (signed: Element, certificates: readonly string[]): string[] => {
  const [signature] = childrenOf(signed, SIGNATURE, 'Signature')
  const [info] = signature ? childrenOf(signature, SIGNATURE, 'SignedInfo') : []
  if (!signature || !info) return []
  const [method] = childrenOf(info, SIGNATURE, 'SignatureMethod')
  const algorithm = method?.getAttribute('Algorithm') ?? ''
  const text = new ExclusiveCanonicalization().process(info, { ancestorNamespaces: namespacesAround(info) })
  const value = textOf(childrenOf(signature, SIGNATURE, 'SignatureValue')[0])
  return certificates.filter((certificate) => isMadeWith(certificate, algorithm, { text, value }))
}

/** The maximum number of certificates that an element is fully verified with, because anyone can post it. */
const MAX_VERIFIED = 2

/**
 * Returns the few certificates to verify the signature of an element with: those whose key made it, else the first
 * ones.
 */
export const likelySigners = (signed: Element, certificates: readonly string[]): string[] => {
  const makers = signersOf(signed, certificates)
  return (makers.length > 0 ? makers : certificates).slice(0, MAX_VERIFIED)
}

/** Signs the root element with an enveloped signature after its issuer (SAML Core 5.4.2). */
export const signedXml = (text: string, { privateKey, certificate }: { privateKey: string; certificate: string }) => {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  })
  signer.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signer.computeSignature(text, { location: { reference: '/*/*[local-name()="Issuer"]', action: 'after' } })
  return signer.getSignedXml()
}
