import { SignedXml } from 'xml-crypto'
import { pemOf } from './saml-certificates.ts'
import { childrenOf, SIGNATURE } from './saml-xml.ts'

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
/** Enveloped signature and canonicalization (SAML Core 5.4.4). */
const MAX_TRANSFORMS = 2

const check = (text: string, root: Element, certificate: string): string | undefined => {
  const [signature] = childrenOf(root, SIGNATURE, 'Signature')
  if (!signature) return undefined
  // A key inside the message proves nothing.
  const signed = new SignedXml({ publicCert: pemOf(certificate), getCertFromKeyInfo: () => null })
  signed.loadSignature(signature)
  const [reference, ...others] = signed.getReferences()
  if (!reference || others.length > 0 || reference.uri !== `#${root.getAttribute('ID')}`) return undefined
  if (reference.transforms.length > MAX_TRANSFORMS || !signed.checkSignature(text)) return undefined
  return signed.getSignedReferences()[0]
}

/** What the signature of a root element covers, as it was canonicalized for it; only this may be read. */
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

/** Signs the root element, enveloped, after its issuer (SAML Core 5.4.2). */
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
