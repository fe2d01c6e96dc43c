import { fromBytes } from '../../kernel/base64url.ts'

interface Accepted {
  rpId: string
  /** The id of the person, as the API knows her; the user handle is made from it. */
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
 * Tells password managers which passkeys the account still takes, so that a removed one is offered no more (WebAuthn
 * Level 3 §5.1.10.2). Where the browser lacks the call nothing happens.
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
