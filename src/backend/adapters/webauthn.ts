import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { BackendConfig, WebAuthn } from '../ports.ts'
import { rpIdOf } from '../rules/webauthn.ts'

/** What the library wants besides what the wire carries. */
const envelope = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })

/** Whatever is wrong with it, an answer of an authenticator is only refused. */
const orNothing = async <Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> => {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export const createWebAuthn = (config: BackendConfig): WebAuthn => {
  const expected = {
    // The login page of the authorization server stands at the API's own origin.
    expectedOrigin: [...new Set([config.appUrl, config.apiUrl, ...config.allowedOrigins])],
    expectedRPID: rpIdOf(config),
  }
  return {
    verifyRegistration: ({ answer, challenge, isUserVerified }) =>
      orNothing(async () => {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: { ...envelope(answer.id), response: answer.response },
          expectedChallenge: challenge,
          requireUserVerification: isUserVerified,
          ...expected,
        })
        if (!verified || !registrationInfo) return undefined
        const { id, publicKey, counter } = registrationInfo.credential
        return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
      }),
    verifyAssertion: ({ answer, challenge, credential, isUserVerified }) =>
      orNothing(async () => {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...envelope(answer.id), response: answer.response },
          expectedChallenge: challenge,
          requireUserVerification: isUserVerified,
          credential: {
            id: credential.id,
            counter: credential.counter,
            publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
          },
          ...expected,
        })
        return verified ? authenticationInfo.newCounter : undefined
      }),
  }
}
