import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

/** A second factor as the privacy page shows it. */
export interface NamedDevice {
  id: string
  /** Name that the owner chose; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

export const mfaDevices = {
  /** Lists the caller's second factors with their names; a backend without this call cannot rename them either. */
  listMfaDevices: endpoint<void, void, { devices: NamedDevice[] }>()('GET', '/identity/resources/fe/v1/me/mfa-devices'),
  /** Renames a device; an empty name restores the default one. */
  renameMfaDevice: endpoint<void, { name: string }, NamedDevice>()(
    'PUT',
    '/identity/resources/fe/v1/me/mfa-devices/{id}',
  ),
}
