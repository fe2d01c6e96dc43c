import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnDeviceType } from '../../entities/mfa.ts'
import type { Ceremonies } from '../passkeys/ceremony/ceremonies.ts'
import type { Challenge } from './challenge.ts'
import type { MfaApi } from './mfa.api.ts'
import type { KeyKind, MfaState } from './mfa.state.ts'

interface Attempt {
  challenge: Challenge
  rememberDevice: boolean
}

const KINDS = {
  WebAuthnPlatform: { attachment: 'platform', deviceType: 'Platform' },
  WebAuthnCrossPlatform: { attachment: 'cross-platform', deviceType: 'CrossPlatform' },
} as const satisfies Record<KeyKind, { attachment: AuthenticatorAttachment; deviceType: WebAuthnDeviceType }>

const give = async (deviceId: string, { challenge, rememberDevice }: Attempt, api: MfaApi, ceremonies: Ceremonies) => {
  const { mfaToken } = challenge
  const path = { deviceId }
  let webauthnToken = ''
  const options = await ceremonies.authenticate(async (signal) => {
    const asked = await api.mfaLogin.preVerifyWebauthn({ path, body: { mfaToken } }, { signal })
    webauthnToken = asked.webauthnToken
    return asked.options
  })
  return api.mfaLogin.verifyWebauthn({ path, body: { mfaToken, webauthnToken, options, rememberDevice } })
}

const enroll = async (kind: KeyKind, { challenge, rememberDevice }: Attempt, api: MfaApi, ceremonies: Ceremonies) => {
  const { mfaToken } = challenge
  const { attachment, deviceType } = KINDS[kind]
  let webauthnToken = ''
  const { attestation } = await ceremonies.register(async (signal) => {
    const asked = await api.mfaLogin.preEnrollWebauthn({ body: { mfaToken } }, { signal })
    webauthnToken = asked.webauthnToken
    // The API doesn't include the chosen kind, but the browser needs it.
    const selection = { ...asked.options.authenticatorSelection, authenticatorAttachment: attachment }
    return { ...asked.options, authenticatorSelection: selection }
  })
  const body = { mfaToken, webauthnToken, deviceType, options: attestation, rememberDevice }
  return api.mfaLogin.enrollWebauthn({ body })
}

/** Makes the call that verifies a security key. Each attempt has a new challenge. */
export const verifyKey = async (
  state: MfaState,
  rememberDevice: boolean,
  api: MfaApi,
  ceremonies: Ceremonies,
): Promise<AuthResponse | undefined> => {
  if (state.step !== 'webauthn') return undefined
  const { way, challenge } = state
  const given = { challenge, rememberDevice }
  return way.deviceId ? give(way.deviceId, given, api, ceremonies) : enroll(way.kind, given, api, ceremonies)
}
