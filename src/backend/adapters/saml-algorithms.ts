import { createHash, type KeyLike, sign, verify } from 'node:crypto'
import type { SignedXml } from 'xml-crypto'

const MORE = 'http://www.w3.org/2001/04/xmldsig-more'

interface Method {
  hash: string
  /** An ECDSA signature is its two numbers concatenated, without a structure (RFC 4050 §3.3). */
  isElliptic?: boolean
}

/** SHA-1 is not accepted because it is broken; HMAC would treat our public certificate as a secret. */
const METHODS: Readonly<Record<string, Method>> = {
  [`${MORE}#rsa-sha256`]: { hash: 'sha256' },
  [`${MORE}#rsa-sha384`]: { hash: 'sha384' },
  [`${MORE}#rsa-sha512`]: { hash: 'sha512' },
  [`${MORE}#ecdsa-sha256`]: { hash: 'sha256', isElliptic: true },
  [`${MORE}#ecdsa-sha384`]: { hash: 'sha384', isElliptic: true },
  [`${MORE}#ecdsa-sha512`]: { hash: 'sha512', isElliptic: true },
}

const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  [`${MORE}#sha384`]: 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
}

export const SIGNATURE_METHODS: readonly string[] = Object.keys(METHODS)
export const DIGEST_METHODS: readonly string[] = Object.keys(DIGESTS)

const keyFor = ({ isElliptic }: Method, key: KeyLike) => {
  const encoding = isElliptic ? ({ dsaEncoding: 'ieee-p1363' } as const) : {}
  return { key: key as string, ...encoding }
}

interface Signed {
  text: string
  value: Buffer
  key: KeyLike
  /**
   * Whether an ECDSA signature may also be in DER: signatures of a query aren't XML, and Java's libraries write DER.
   */
  mayBeDer?: boolean
}

/** Returns whether a key made a signature with one of the accepted methods. */
export const isSignedBy = (algorithm: string, { text, value, key, mayBeDer = false }: Signed): boolean => {
  const method = METHODS[algorithm]
  if (!method) return false
  const isMade = (as: Method) => verify(as.hash, Buffer.from(text), keyFor(as, key), value)
  return isMade(method) || (mayBeDer && isMade({ hash: method.hash }))
}

type Signature = InstanceType<SignedXml['SignatureAlgorithms'][string]>
type Digest = InstanceType<SignedXml['HashAlgorithms'][string]>

const signatureOf = (algorithm: string, method: Method) =>
  class {
    getAlgorithmName = () => algorithm
    getSignature = (text: string, key: KeyLike) =>
      sign(method.hash, Buffer.from(text), keyFor(method, key)).toString('base64')
    verifySignature = (text: string, key: KeyLike, value: string) =>
      isSignedBy(algorithm, { text, key, value: Buffer.from(value, 'base64') })
  } as unknown as new () => Signature

const digestOf = (algorithm: string, hash: string) =>
  class {
    getAlgorithmName = () => algorithm
    getHash = (xml: string) => createHash(hash).update(xml, 'utf8').digest('base64')
  } as unknown as new () => Digest

/** Allows exactly the methods above, some of which the library lacks. */
export const withAlgorithms = (signed: SignedXml): SignedXml => {
  signed.SignatureAlgorithms = Object.fromEntries(
    Object.entries(METHODS).map(([algorithm, method]) => [algorithm, signatureOf(algorithm, method)]),
  )
  signed.HashAlgorithms = Object.fromEntries(
    Object.entries(DIGESTS).map(([algorithm, hash]) => [algorithm, digestOf(algorithm, hash)]),
  )
  return signed
}
