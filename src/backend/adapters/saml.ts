import { SAML } from '@node-saml/node-saml'
import type { SamlPeer, SamlPeerPort } from '../sso-ports.ts'
import { claimsOf, factsOf, parseXml, type ResponseShape, shapeOf } from './saml-xml.ts'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** PEM blocks, or the bare base64 that metadata files carry. */
const certificatesOf = (text: string): string[] => {
  const blocks = text.match(CERTIFICATE)
  return blocks ? [...blocks] : [text.trim()].filter(Boolean)
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

const read = (response: string): { text: string; shape: ResponseShape } | undefined => {
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

/** SAML 2.0 web browser SSO as a service provider; the signatures are checked by npm node-saml. */
export const createSaml = (signingKey: () => Promise<string>): SamlPeerPort => ({
  async authorizationUrl(peer, { id, relayState }) {
    const key = peer.signRequest ? { privateKey: await signingKey() } : {}
    const saml = new SAML({ ...optionsOf(peer), ...key, generateUniqueId: () => id })
    return saml.getAuthorizeUrlAsync(relayState, undefined, {})
  },
  peek(response) {
    const found = read(response)
    return found && claimsOf(found.shape)
  },
  async verify(peer, response) {
    const found = read(response)
    if (!found || certificatesOf(peer.publicCertificate).length === 0) return undefined
    try {
      const saml = new SAML(optionsOf(peer, found.shape))
      const SAMLResponse = Buffer.from(found.text).toString('base64')
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
      // Only what the signature covers is read, as it was canonicalised for it.
      const verified = profile?.getAssertionXml?.()
      return verified ? factsOf(parseXml(verified), found.shape.root) : undefined
    } catch {
      return undefined
    }
  },
})
