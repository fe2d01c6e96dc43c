import { endpoint } from '../endpoint.ts'
import type { NamedDevice } from './mfa-devices.ts'

const NAMES = '/identity/resources/fe/v1/me/passkeys'

export const passkeyNames = {
  /** Lists the caller's passkeys with their names; a backend without this call can't rename them either. */
  listPasskeyNames: endpoint<void, void, { devices: NamedDevice[] }>()('GET', NAMES),
  /** Renames a passkey; an empty name restores the default one. */
  renamePasskey: endpoint<void, { name: string }, NamedDevice>()('PUT', `${NAMES}/{id}`),
}
