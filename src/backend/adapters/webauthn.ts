import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import { rpIdOf } from '../domain/identity/mfa/webauthn.ts'
import type { BackendConfig, WebAuthn } from '../ports.ts'

/** Members that the library requires in addition to those of the contract. */
const envelope = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

/** Refuses an invalid response of an authenticator without an error. */
const orNothing = async <Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch {
    return undefined
  }
}

/**
 * Checks the header of an ECDSA signature, because the library ignores altered bits in it. DER allows one form (X.690
 * §10.1): a sequence with the exact length, in one byte for the curve of ES256.
 */
const isExact = (signature: Uint8Array, publicKey: Uint8Array<ArrayBuffer>): boolean =>
  !cose.isCOSEPublicKeyEC2(decodeCredentialPublicKey(publicKey)) ||
  (signature[0] === 0x30 && signature[1] === signature.length - 2)

const originIn = (clientDataJSON: string): string => {
  const data = parseJson(Buffer.from(clientDataJSON, 'base64url').toString())
  return isRecord(data) && typeof data.origin === 'string' ? data.origin : ''
}

export const createWebAuthn = (config: BackendConfig): WebAuthn => {
  /** The browser sends the page's origin; the login page of the authorization server is at the API's own. */
  const expectedFor = (clientDataJSON: string) => {
    const origin = originIn(clientDataJSON)
    const isOurs = origin === config.apiUrl || isAllowedOrigin(config, origin)
    return { expectedOrigin: isOurs ? origin : config.apiUrl, expectedRPID: rpIdOf(config) }
  }
  return {
    verifyRegistration: ({ attestation, challenge, isUserVerified }) =>
      orNothing(async () => {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...envelope(attestation.id), response: attestation.response },
          expectedChallenge: challenge,
          requireUserVerification: isUserVerified,
          ...expectedFor(attestation.response.clientDataJSON),
        })
        if (!verified || !registrationInfo) return undefined
        const { id, publicKey, counter } = registrationInfo.credential
        return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
      }),
    verifyAssertion: ({ assertion, challenge, credential, isUserVerified }) =>
      orNothing(async () => {
        const publicKey = new Uint8Array(Buffer.from(credential.publicKey, 'base64url'))
        if (!isExact(Buffer.from(assertion.response.signature, 'base64url'), publicKey)) return undefined
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...envelope(assertion.id), response: assertion.response },
          expectedChallenge: challenge,
          requireUserVerification: isUserVerified,
          credential: {
            id: credential.id,
            counter: credential.counter,
            publicKey,
          },
          ...expectedFor(assertion.response.clientDataJSON),
        })
        return verified ? authenticationInfo.newCounter : undefined
      }),
  }
}
