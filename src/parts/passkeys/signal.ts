import { fromBytes } from '../../kernel/base64url.ts'

interface Accepted {
  rpId: string
  /** The user's id in the API; the user handle is derived from it. */
  userId: string
  credentialIds: readonly string[]
}

interface SignalSupport {
  signalAllAcceptedCredentials?(given: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: readonly string[]
  }): Promise<void>
}

const handleOf = (userId: string): string => fromBytes(new TextEncoder().encode(userId).buffer as ArrayBuffer)

/**
 * Reports to password managers which passkeys the account still accepts, so that a removed one is no longer offered
 * (WebAuthn Level 3 §5.1.10.2). Does nothing if the browser lacks the call.
 */
export const signalAccepted = async (
  { rpId, userId, credentialIds }: Accepted,
  support: SignalSupport | undefined = globalThis.PublicKeyCredential as SignalSupport | undefined,
): Promise<void> => {
  await support?.signalAllAcceptedCredentials?.({
    rpId,
    userId: handleOf(userId),
    allAcceptedCredentialIds: [...credentialIds],
  })
}
