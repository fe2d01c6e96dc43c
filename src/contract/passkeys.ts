import type { WebAuthnAttestation, WebAuthnCreate, WebAuthnDevice, WebAuthnDeviceType } from '../entities/mfa.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

export const passkeys = {
  startDeviceRegistration: endpoint<void, void, { options: WebAuthnCreate }>()(
    'POST',
    '/identity/resources/users/webauthn/v1/devices',
  ),
  verifyDeviceRegistration: endpoint<void, WebAuthnAttestation & { deviceType: WebAuthnDeviceType }, Ignored>()(
    'POST',
    '/identity/resources/users/webauthn/v1/devices/verify',
  ),
  listDevices: endpoint<void, void, { devices: WebAuthnDevice[] }>()(
    'GET',
    '/identity/resources/users/webauthn/v1/devices',
  ),
  deleteDevice: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/users/webauthn/v1/devices/{deviceId}'),
}
