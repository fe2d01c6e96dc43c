import { SAML } from '@node-saml/node-saml'
import type { SamlKeyPair, SamlPeer, SamlPeerPort } from '../saml-ports.ts'
import { certificatesOf } from './saml-certificates.ts'
import { type OpenedAssertion, openAssertion } from './saml-encryption.ts'
import { newKeyPair } from './saml-key.ts'
import { deliverLogout, peekLogout, verifyLogout } from './saml-logout.ts'
import { signersOf, verifiedXml } from './saml-signature.ts'
import { claimsOf, factsOf, parseXml, type ResponseShape, shapeOf } from './saml-xml.ts'

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
  if (text === undefined) return undefined
  try {
    return { text, shape: shapeOf(parseXml(text)) }
  } catch {
    return undefined
  }
}

const optionsOf = (peer: SamlPeer, shape?: ResponseShape) => ({
  callbackUrl: peer.acsUrl,
  entryPoint: peer.ssoEndpoint,
  issuer: peer.spEntityId,
  idpCert: certificatesOf(peer.publicCertificate),
  identifierFormat: null,
  disableRequestedAuthnContext: true,
  signatureAlgorithm: 'sha256' as const,
  // Times, audience and request are judged by rules/saml.ts, by the backend's own clock.
  acceptedClockSkewMs: -1,
  audience: false as const,
  // Every signature that is there must hold, not just one of them.
  wantAuthnResponseSigned: shape?.isResponseSigned ?? false,
  wantAssertionsSigned: shape?.isAssertionSigned ?? false,
})

/** An encrypted assertion is opened only after the signature around it held, if there is one. */
const openedBy = async (
  { publicCertificate, decryptionKeys = [] }: SamlPeer,
  { text, shape }: Found,
): Promise<OpenedAssertion | undefined> => {
  if (shape.isResponseSigned && !verifiedXml(text, shape.root, certificatesOf(publicCertificate))) return undefined
  return openAssertion(shape.assertion, decryptionKeys)
}

const verify = async (peer: SamlPeer, { text, shape }: Found) => {
  const opened = shape.isEncrypted ? await openedBy(peer, { text, shape }) : undefined
  const isAssertionSigned = shape.isEncrypted ? opened?.isSigned === true : shape.isAssertionSigned
  if ((shape.isEncrypted && !opened) || !(isAssertionSigned || shape.isResponseSigned)) return undefined
  const key = opened && { decryptionPvk: opened.key }
  const saml = new SAML({ ...optionsOf(peer, { ...shape, isAssertionSigned }), ...key })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(text).toString('base64') })
  // Only what the signature covers is read, as it was canonicalised for it.
  const verified = profile?.getAssertionXml?.()
  return verified ? factsOf(parseXml(verified), shape) : undefined
}

/** SAML 2.0 as a service provider; the signatures of assertions are checked by npm node-saml. */
export const createSaml = (signingKey: () => Promise<SamlKeyPair>): SamlPeerPort => ({
  async authorizationUrl(peer, { id, relayState, forceAuthn = false, authnContexts }) {
    const key = peer.signRequest ? { privateKey: (await signingKey()).privateKey } : {}
    const contexts = authnContexts && { disableRequestedAuthnContext: false, authnContext: [...authnContexts] }
    const saml = new SAML({ ...optionsOf(peer), ...key, ...contexts, forceAuthn, generateUniqueId: () => id })
    return saml.getAuthorizeUrlAsync(relayState, undefined, {})
  },
  peek(response) {
    const found = read(response)
    return found && claimsOf(found.shape)
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
