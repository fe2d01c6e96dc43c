import { passkeys } from '../../contract/passkeys.ts'
import type { WebAuthnDeviceType } from '../../entities/mfa.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import type { Ceremonies } from './ceremony/ceremonies.ts'

/** Kind of authenticator to offer; any when left out. */
type Attachment = 'platform' | 'cross-platform'

/** A device that isn't reported as part of this one is carried by the user. */
const typeOf = (attachment: string | null): WebAuthnDeviceType =>
  attachment === 'platform' ? 'Platform' : 'CrossPlatform'

/** Makes a passkey for the signed-in user. Rejects with a `CeremonyError` or what the API said. */
export const registerPasskey = async (
  deps: Pick<FeatureDeps, 'client'>,
  ceremonies: Ceremonies,
  attachment?: Attachment,
): Promise<void> => {
  const api = deps.client({ passkeys }).passkeys
  const { attestation, attachment: used } = await ceremonies.register(async (signal) => {
    const { options } = await api.startDeviceRegistration({}, { signal })
    if (!attachment) return options
    const authenticatorSelection = { ...options.authenticatorSelection, authenticatorAttachment: attachment }
    return { ...options, authenticatorSelection }
  })
  await api.verifyDeviceRegistration({ body: { ...attestation, deviceType: typeOf(used ?? attachment ?? null) } })
}
