import { passkeys } from '../../contract/mfa.ts'
import type { WebAuthnDeviceType } from '../../entities/mfa.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import type { Ceremonies } from './ceremony/ceremonies.ts'

/** Kind of authenticator to offer; any kind if left out. */
type Attachment = 'platform' | 'cross-platform'

/** Returns the device type. An authenticator that isn't reported as built in counts as portable. */
const typeOf = (attachment: string | null): WebAuthnDeviceType =>
  attachment === 'platform' ? 'Platform' : 'CrossPlatform'

/** Registers a passkey for the signed-in user. Rejects with a `CeremonyError` or the API's error. */
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
