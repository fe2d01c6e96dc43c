import { SAML } from '@node-saml/node-saml'
import type { SamlProblem } from '../../rules/saml-problem.ts'
import type { SamlKeyPair, SamlPeer, SamlPeerPort } from '../ports/saml.ts'
import { attributesIn, nameIn } from './saml-encrypted.ts'
import { newKeyPair } from './saml-key.ts'
import { deliverLogout, readUnverifiedLogout, verifyLogout } from './saml-logout.ts'
import { certificatesOf, likelySigners, signersOf, verifiedXml } from './saml-signature.ts'
import {
  ASSERTION,
  childrenOf,
  claimsOf,
  everywhere,
  factsOf,
  hasTooManyValues,
  isLarge,
  type PartReaders,
  parseXml,
  type ResponseShape,
  SamlShapeError,
  shapeOf,
  signedOnes,
} from './saml-xml.ts'
import { ciphertextIn, decrypted } from './xml-decryption.ts'

interface OpenedAssertion {
  /** The private key that opened the assertion. */
  key: string
  text: string
  isSigned: boolean
}

/** Checks quickly whether a trusted key signed an assertion; verifying takes longer. */
type Trust = (assertion: Element) => boolean

const readOpened = (text: string, isTrusted?: Trust): Omit<OpenedAssertion, 'key'> | undefined => {
  const assertion = parseXml(text)
  if (isTrusted && isLarge(text) && !isTrusted(assertion)) return undefined
  if (everywhere(assertion, 'Assertion').length > 0 || everywhere(assertion, 'EncryptedAssertion').length > 0)
    return undefined
  return { text, isSigned: signedOnes(assertion, [assertion]).has(assertion) }
}

/** Opens an encrypted assertion to find the key that fits and whether it is signed inside. */
const openAssertion = (
  encrypted: Element,
  keys: readonly string[],
  /** Called for a large assertion, which takes long to verify. */
  isTrusted?: Trust,
): OpenedAssertion | undefined => {
  const ciphertext = ciphertextIn(encrypted)
  if (!ciphertext) return undefined
  for (const key of keys) {
    try {
      const found = readOpened(decrypted(ciphertext, key), isTrusted)
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

/** Returns the encrypted assertion. With a signature around it, only the content that this signature covers is read. */
const encryptedIn = ({ publicCertificate }: SamlPeer, { text, shape }: Found): Element | undefined => {
  if (!shape.isResponseSigned) return shape.assertion
  const covered = verifiedXml(text, shape.root, likelySigners(shape.root, certificatesOf(publicCertificate)))
  return covered === undefined ? undefined : childrenOf(parseXml(covered), ASSERTION, 'EncryptedAssertion')[0]
}

const openedBy = (peer: SamlPeer, found: Found): OpenedAssertion | undefined => {
  const { publicCertificate, decryptionKeys = [] } = peer
  const encrypted = encryptedIn(peer, found)
  const isTrusted = (assertion: Element) => signersOf(assertion, certificatesOf(publicCertificate)).length > 0
  return encrypted && openAssertion(encrypted, decryptionKeys, found.shape.isResponseSigned ? undefined : isTrusted)
}

/** Returns whether a quick check finds the peer's key; an encrypted assertion is checked once it is open. */
const isWorthVerifying = ({ publicCertificate }: SamlPeer, { text, shape }: Found): boolean => {
  const { root, assertion, isResponseSigned, isEncrypted } = shape
  if (!isLarge(text) || (isEncrypted && !isResponseSigned)) return true
  return signersOf(isResponseSigned ? root : assertion, certificatesOf(publicCertificate)).length > 0
}

/** Returns whether the response uses methods that node-saml lacks, or has parts that it would decrypt by itself. */
const needsOwnVerification = (text: string): boolean =>
  /xmldsig-more#(?:rsa-sha384|sha384|ecdsa-)|:Encrypted(?:ID|Attribute)\b|<Encrypted(?:ID|Attribute)\b/.test(text)

const readersFor = ({ decryptionKeys: keys = [] }: SamlPeer): PartReaders => ({
  nameIn: (subject) => nameIn(subject, keys),
  attributesIn: (assertion) => attributesIn(assertion, keys),
})

/** Requires every signature to be valid, and reads only content that one of them covers. */
const ownFacts = (peer: SamlPeer, { text, shape }: Found) => {
  const { root, assertion, isResponseSigned, isAssertionSigned } = shape
  const certificates = certificatesOf(peer.publicCertificate)
  const signed = [...(isResponseSigned ? [root] : []), ...(isAssertionSigned ? [assertion] : [])]
  const verified = signed.map((element) => verifiedXml(text, element, certificates))
  const [first] = verified
  if (first === undefined || verified.includes(undefined)) return undefined
  const covered = parseXml(first)
  const [inside] = isResponseSigned ? childrenOf(covered, ASSERTION, 'Assertion') : [covered]
  return inside && factsOf(inside, shape, readersFor(peer))
}

/**
 * Reads an encrypted assertion. A signature inside it must be valid; one around it, which covers the ciphertext, was
 * verified before.
 */
const encryptedFacts = (peer: SamlPeer, { text, shape }: Found) => {
  const opened = openedBy(peer, { text, shape })
  if (!opened || !(opened.isSigned || shape.isResponseSigned)) return undefined
  const inside = parseXml(opened.text)
  if (!opened.isSigned) return factsOf(inside, shape, readersFor(peer))
  const verified = verifiedXml(opened.text, inside, likelySigners(inside, certificatesOf(peer.publicCertificate)))
  return verified === undefined ? undefined : factsOf(parseXml(verified), shape, readersFor(peer))
}

const verify = async (peer: SamlPeer, { text, shape }: Found) => {
  if (!isWorthVerifying(peer, { text, shape })) return undefined
  if (shape.isEncrypted) return encryptedFacts(peer, { text, shape })
  if (needsOwnVerification(text)) return ownFacts(peer, { text, shape })
  const saml = new SAML(optionsOf(peer, shape))
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') })
  // Only the content that the signature covers is read, in its canonicalized form.
  const verified = profile?.getAssertionXml?.()
  return verified ? factsOf(parseXml(verified), shape, readersFor(peer)) : undefined
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
    return found?.shape.isEncrypted ? openAssertion(found.shape.assertion, keys)?.key : undefined
  },
  async verify(peer, response) {
    const found = read(response)
    if (!found || certificatesOf(peer.publicCertificate).length === 0) return undefined
    return verify(peer, found).catch(() => undefined)
  },
  readUnverifiedLogout,
  verifyLogout,
  deliverLogout: async (logout, to) => deliverLogout(logout, to, await signingKey()),
  newKeyPair,
  signingCertificate: async () => (await signingKey()).certificate,
})
