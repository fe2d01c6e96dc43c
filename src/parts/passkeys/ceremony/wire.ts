import type {
  WebAuthnAssertion,
  WebAuthnAttestation,
  WebAuthnCreate,
  WebAuthnCredentialId,
  WebAuthnGet,
} from '../../../entities/mfa.ts'
import { fromBytes, toBytes } from '../../../kernel/base64url.ts'

type Descriptor = PublicKeyCredentialDescriptor

const descriptors = (ids: readonly WebAuthnCredentialId[] | undefined): Descriptor[] =>
  (ids ?? []).map(({ id, transports }) => ({
    type: 'public-key',
    id: toBytes(id),
    // The API sends strings; the browser ignores unknown ones.
    ...(transports && { transports: transports as AuthenticatorTransport[] }),
  }))

/**
 * WebAuthn Level 3 §5.1.8. Converted by hand, because the fields are ours and browsers without the JSON methods are
 * still in use.
 */
export const creationOptions = (wire: WebAuthnCreate): PublicKeyCredentialCreationOptions => ({
  ...wire,
  challenge: toBytes(wire.challenge),
  user: { ...wire.user, id: toBytes(wire.user.id) },
  excludeCredentials: descriptors(wire.excludeCredentials),
})

/** WebAuthn Level 3 §5.1.9. */
export const requestOptions = (wire: WebAuthnGet): PublicKeyCredentialRequestOptions => ({
  ...wire,
  challenge: toBytes(wire.challenge),
  allowCredentials: descriptors(wire.allowCredentials),
})

/**
 * Returns the response if it has the field. It isn't checked with `instanceof`, because password managers return their
 * own objects.
 */
const responseOf = <Response extends object>(credential: Credential, field: keyof Response): Response => {
  const { response } = credential as unknown as { response?: Response }
  if (!response || !(field in response)) throw new TypeError('The authenticator returned an unexpected response')
  return response
}

export const attestationOf = (credential: Credential): WebAuthnAttestation => {
  const response = responseOf<AuthenticatorAttestationResponse>(credential, 'attestationObject')
  return {
    id: credential.id,
    response: {
      clientDataJSON: fromBytes(response.clientDataJSON),
      attestationObject: fromBytes(response.attestationObject),
    },
  }
}

export const assertionOf = (credential: Credential): WebAuthnAssertion => {
  const response = responseOf<AuthenticatorAssertionResponse>(credential, 'signature')
  return {
    id: credential.id,
    response: {
      clientDataJSON: fromBytes(response.clientDataJSON),
      authenticatorData: fromBytes(response.authenticatorData),
      signature: fromBytes(response.signature),
      ...(response.userHandle && { userHandle: fromBytes(response.userHandle) }),
    },
  }
}

/** Returns the `authenticatorAttachment` of a new credential (WebAuthn Level 3 §5.1). */
export const attachmentOf = (credential: Credential): string | null =>
  (credential as { authenticatorAttachment?: string | null }).authenticatorAttachment ?? null
