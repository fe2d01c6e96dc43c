import { promisify } from 'node:util'
import { SAML } from '@node-saml/node-saml'
import { XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'
import type { SamlProblem } from '../../rules/saml-problem.ts'
import type { SamlKeyPair, SamlPeer, SamlPeerPort } from '../ports/saml.ts'
import { newKeyPair } from './saml-key.ts'
import { deliverLogout, peekLogout, verifyLogout } from './saml-logout.ts'
import { certificatesOf, signersOf, verifiedXml } from './saml-signature.ts'
import {
  ASSERTION,
  childrenOf,
  claimsOf,
  everywhere,
  factsOf,
  hasTooManyValues,
  isLarge,
  parseXml,
  type ResponseShape,
  SamlShapeError,
  shapeOf,
  signedOnes,
} from './saml-xml.ts'

/** CBC is accepted because providers still use it by default; RSA 1.5 and 3DES are broken. */
const ALGORITHMS = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
]

const openWith = promisify((xml: string, key: string, done: (error: Error | null, text?: string) => void): void =>
  decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, text) =>
    error ? done(error) : done(null, text),
  ),
)

interface OpenedAssertion {
  /** The private key that opened the assertion. */
  key: string
  isSigned: boolean
}

/** Returns whether there is one ciphertext and one key for it, both with secure algorithms. */
const isAcceptable = (encrypted: Element): boolean => {
  const methods = everywhere(encrypted, 'EncryptionMethod').map((method) => method.getAttribute('Algorithm') ?? '')
  return (
    everywhere(encrypted, 'EncryptedData').length === 1 &&
    everywhere(encrypted, 'EncryptedKey').length === 1 &&
    everywhere(encrypted, 'CipherValue').length === 2 &&
    methods.length === 2 &&
    methods.every((method) => ALGORITHMS.includes(method))
  )
}

/** Checks quickly whether a trusted key signed an assertion; verifying takes longer. */
type Trust = (assertion: Element) => boolean

const readOpened = (text: string, isTrusted?: Trust): Pick<OpenedAssertion, 'isSigned'> | undefined => {
  const assertion = parseXml(text)
  if (isTrusted && isLarge(text) && !isTrusted(assertion)) return undefined
  if (everywhere(assertion, 'Assertion').length > 0 || everywhere(assertion, 'EncryptedAssertion').length > 0)
    return undefined
  return { isSigned: signedOnes(assertion, [assertion]).has(assertion) }
}

/** Opens an encrypted assertion (XML Encryption 1.1 §3) to find the key that fits and whether it is signed inside. */
const openAssertion = async (
  encrypted: Element,
  keys: readonly string[],
  /** Called for a large assertion, which takes long to verify. */
  isTrusted?: Trust,
): Promise<OpenedAssertion | undefined> => {
  if (!isAcceptable(encrypted)) return undefined
  const xml = new XMLSerializer().serializeToString(encrypted)
  for (const key of keys) {
    try {
      const found = readOpened((await openWith(xml, key)) ?? '', isTrusted)
      if (found) return { key, ...found }
    } catch {
      // Encrypted for another key, or damaged: both look alike to the sender.
    }
  }
  return undefined
}

const decode = (response: string): string | undefined => {
  const compact = response.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    return undefined
  }
}

interface Found {
  text: string
  shape: ResponseShape
}

const read = (response: string): Found | undefined => {
  const text = decode(response)
  return text === undefined ? undefined : readXml(text)
}

const shapeIn = (text: string): Found | SamlProblem => {
  try {
    return { text, shape: shapeOf(parseXml(text)) }
  } catch (error) {
    return error instanceof SamlShapeError ? error.problem : 'unreadable'
  }
}

const readXml = (text: string): Found | undefined => {
  const found = shapeIn(text)
  return typeof found === 'string' ? undefined : found
}

const optionsOf = (peer: SamlPeer, shape?: ResponseShape) => ({
  callbackUrl: peer.acsUrl,
  entryPoint: peer.ssoEndpoint,
  issuer: peer.spEntityId,
  idpCert: certificatesOf(peer.publicCertificate),
  identifierFormat: null,
  disableRequestedAuthnContext: true,
  signatureAlgorithm: 'sha256' as const,
  // `rules/saml.ts` checks times, audience and request, by the backend's own clock.
  acceptedClockSkewMs: -1,
  audience: false as const,
  // Every signature in the response must be valid, not just one of them.
  wantAuthnResponseSigned: shape?.isResponseSigned ?? false,
  wantAssertionsSigned: shape?.isAssertionSigned ?? false,
})

/** Opens an encrypted assertion, but only after the signature around it, if any, was verified. */
const openedBy = async (
  { publicCertificate, decryptionKeys = [] }: SamlPeer,
  { text, shape }: Found,
): Promise<OpenedAssertion | undefined> => {
  if (shape.isResponseSigned && !verifiedXml(text, shape.root, certificatesOf(publicCertificate))) return undefined
  const isTrusted = (assertion: Element) => signersOf(assertion, certificatesOf(publicCertificate)).length > 0
  return openAssertion(shape.assertion, decryptionKeys, shape.isResponseSigned ? undefined : isTrusted)
}

/** Returns whether a quick check finds the peer's key; an encrypted assertion is checked once it is open. */
const isWorthVerifying = ({ publicCertificate }: SamlPeer, { text, shape }: Found): boolean => {
  const { root, assertion, isResponseSigned, isEncrypted } = shape
  if (!isLarge(text) || (isEncrypted && !isResponseSigned)) return true
  return signersOf(isResponseSigned ? root : assertion, certificatesOf(publicCertificate)).length > 0
}

/**
 * Returns whether the response uses methods that node-saml lacks. node-saml opens encrypted assertions, so they aren't
 * accepted there.
 */
const needsOwnVerification = (text: string): boolean => /xmldsig-more#(?:rsa-sha384|sha384|ecdsa-)/.test(text)

/** Requires every signature to be valid, and reads only content that one of them covers. */
const ownFacts = ({ publicCertificate }: SamlPeer, { text, shape }: Found) => {
  const { root, assertion, isResponseSigned, isAssertionSigned } = shape
  const certificates = certificatesOf(publicCertificate)
  const signed = [...(isResponseSigned ? [root] : []), ...(isAssertionSigned ? [assertion] : [])]
  const verified = signed.map((element) => verifiedXml(text, element, certificates))
  const [first] = verified
  if (first === undefined || verified.includes(undefined)) return undefined
  const covered = parseXml(first)
  const [inside] = isResponseSigned ? childrenOf(covered, ASSERTION, 'Assertion') : [covered]
  return inside && factsOf(inside, shape)
}

const verify = async (peer: SamlPeer, { text, shape }: Found) => {
  if (!isWorthVerifying(peer, { text, shape })) return undefined
  const opened = shape.isEncrypted ? await openedBy(peer, { text, shape }) : undefined
  const isAssertionSigned = shape.isEncrypted ? opened?.isSigned === true : shape.isAssertionSigned
  if ((shape.isEncrypted && !opened) || !(isAssertionSigned || shape.isResponseSigned)) return undefined
  if (!opened && needsOwnVerification(text)) return ownFacts(peer, { text, shape })
  const key = opened && { decryptionPvk: opened.key }
  const saml = new SAML({ ...optionsOf(peer, { ...shape, isAssertionSigned }), ...key })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') })
  // Only the content that the signature covers is read, in its canonicalized form.
  const verified = profile?.getAssertionXml?.()
  return verified ? factsOf(parseXml(verified), shape) : undefined
}

/** Creates a SAML 2.0 service provider; npm node-saml checks the signatures of assertions. */
export const createSaml = (signingKey: () => Promise<SamlKeyPair>): SamlPeerPort => ({
  async authorizationUrl(peer, { id, relayState, forceAuthn = false, authnContexts }) {
    const key = peer.signRequest ? { privateKey: (await signingKey()).privateKey } : {}
    const contexts = authnContexts && { disableRequestedAuthnContext: false, authnContext: [...authnContexts] }
    const saml = new SAML({ ...optionsOf(peer), ...key, ...contexts, forceAuthn, generateUniqueId: () => id })
    return saml.getAuthorizeUrlAsync(relayState, undefined, {})
  },
  peek(response) {
    const text = decode(response)
    if (text === undefined) return undefined
    if (hasTooManyValues(text)) return { problem: 'tooManyValues' }
    const found = shapeIn(text)
    if (typeof found !== 'string') return claimsOf(found.shape)
    return found === 'unreadable' ? undefined : { problem: found }
  },
  signersOf(response, certificates) {
    const found = read(response)
    if (!found) return []
    const { root, assertion, isResponseSigned } = found.shape
    try {
      return signersOf(isResponseSigned ? root : assertion, certificates)
    } catch {
      return []
    }
  },
  async keyFor(response, keys) {
    const found = read(response)
    return found?.shape.isEncrypted ? (await openAssertion(found.shape.assertion, keys))?.key : undefined
  },
  async verify(peer, response) {
    const found = read(response)
    if (!found || certificatesOf(peer.publicCertificate).length === 0) return undefined
    return verify(peer, found).catch(() => undefined)
  },
  peekLogout,
  verifyLogout,
  deliverLogout: async (logout, to) => deliverLogout(logout, to, await signingKey()),
  newKeyPair,
  signingCertificate: async () => (await signingKey()).certificate,
})
