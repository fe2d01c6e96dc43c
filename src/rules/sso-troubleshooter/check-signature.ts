import { certificatesIn, checkCertificate } from './check-certificate.ts'
import type { Expected, Report } from './findings.ts'
import { allOf, childOf, childrenOf, type XmlElement } from './xml-tree.ts'

const ID_NAMES = ['ID', 'Id', 'AssertionID', 'ResponseID']
const STRONG = /#(rsa|rsa-pss|ecdsa)-sha(256|384|512)(-mgf1)?$|#sha(256|384|512)$/

const algorithmsOf = (signature: XmlElement): string[] =>
  ['SignatureMethod', 'DigestMethod'].flatMap((name) =>
    allOf(signature, name).map(({ attributes }) => attributes.Algorithm ?? ''),
  )

/** Returns whether a signature covers its own parent; otherwise it proves nothing about the content that is read. */
const isInPlace = (signature: XmlElement): boolean => {
  const { parent } = signature
  const uri = childOf(signature, 'SignedInfo', 'Reference')?.attributes.URI ?? ''
  const ids = ID_NAMES.flatMap((name) => parent?.attributes[name] ?? [])
  const isReadable = parent?.name === 'Response' || (parent?.name === 'Assertion' && parent.parent?.name === 'Response')
  return isReadable && uri.startsWith('#') && ids.includes(uri.slice(1))
}

const checkEmbedded = (report: Report, signature: XmlElement, expected: Expected): void => {
  const embedded = allOf(signature, 'X509Certificate').flatMap(({ text }) => certificatesIn(text))
  const known = expected.certificates ? certificatesIn(expected.certificates) : []
  const [first] = embedded
  if (!first) return
  if (known.length > 0 && !embedded.some((certificate) => known.includes(certificate))) report.add('wrongCertificate')
  checkCertificate(report, first, expected)
}

/** Checks the signatures of a response; encrypted content may be signed inside. */
export const checkSignatures = (report: Report, response: XmlElement, expected: Expected): void => {
  const { add } = report
  const signatures = allOf(response, 'Signature')
  const isEncrypted = childrenOf(response, 'EncryptedAssertion').length > 0
  if (signatures.length === 0 && !isEncrypted) {
    add('unsigned')
    return
  }
  for (const signature of signatures) {
    const algorithms = algorithmsOf(signature)
    const weak = algorithms.find((algorithm) => !STRONG.test(algorithm))
    if (weak !== undefined) add(/sha1$/.test(weak) ? 'sha1' : 'weakSignature', { found: weak.replace(/^.*#/, '') })
    if (!isInPlace(signature)) add('signatureElsewhere', { found: signature.parent?.name ?? '' })
    checkEmbedded(report, signature, expected)
  }
}
