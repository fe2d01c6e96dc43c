import type { mfaDevices, passkeyNames } from '../../contract/me.ts'
import type { AuditEntry } from '../call/audit-entry.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { namedFactors, renameFactor } from '../domain/identity/mfa/factors.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'

const PASSKEYS = ['passkey'] as const

type Renaming = SignedCall<(typeof mfaDevices)['renameMfaDevice']>

/** Renames a second factor or passkey of the caller; `entry` is its row in the audit log. */
const rename = (call: Renaming, entry: Pick<AuditEntry, 'action' | 'description'>, kinds?: typeof PASSKEYS) =>
  inOneTransaction(call, async ({ ports, auth, path, body, audit }) => {
    const renamed = await renameFactor(ports, { userId: auth.user.id, id: path.id, name: body.name, kinds })
    await audit({ ...entry, resource: 'MFA', detail: { deviceId: renamed.id } })
    return renamed
  })

export const mfaDevicesHandlers = {
  listMfaDevices: signedIn(async ({ ports, auth }) => ({ devices: await namedFactors(ports, auth.user.id) })),
  renameMfaDevice: signedIn((call) =>
    rename(call, { action: 'MFA device renamed', description: 'Renamed a second factor' }),
  ),
} satisfies Handlers<typeof mfaDevices>

export const passkeyNamesHandlers = {
  listPasskeyNames: signedIn(async ({ ports, auth }) => ({
    devices: await namedFactors(ports, auth.user.id, PASSKEYS),
  })),
  renamePasskey: signedIn((call) =>
    rename(call, { action: 'Passkey renamed', description: 'Renamed a passkey' }, PASSKEYS),
  ),
} satisfies Handlers<typeof passkeyNames>
