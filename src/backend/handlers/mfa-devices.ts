import type { mfaDevices } from '../../contract/me.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { namedFactors, renameFactor } from '../domain/identity/mfa/named-factors.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const mfaDevicesHandlers = {
  listMfaDevices: signedIn(async ({ ports, auth }) => ({ devices: await namedFactors(ports, auth.user.id) })),
  renameMfaDevice: signedIn((call) =>
    inOneTransaction(call, async ({ ports, auth, path, body, audit }) => {
      const renamed = await renameFactor(ports, { userId: auth.user.id, id: path.id, name: body.name })
      await audit({
        action: 'MFA device renamed',
        resource: 'MFA',
        description: 'Renamed a second factor',
        detail: { deviceId: renamed.id },
      })
      return renamed
    }),
  ),
} satisfies Handlers<typeof mfaDevices>
