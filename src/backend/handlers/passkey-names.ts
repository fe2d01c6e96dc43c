import type { passkeyNames } from '../../contract/me.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { namedFactors, renameFactor } from '../domain/identity/mfa/named-factors.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

const KINDS = ['passkey'] as const

export const passkeyNamesHandlers = {
  listPasskeyNames: signedIn(async ({ ports, auth }) => ({ devices: await namedFactors(ports, auth.user.id, KINDS) })),
  renamePasskey: signedIn((call) =>
    inOneTransaction(call, async ({ ports, auth, path, body, audit }) => {
      const renamed = await renameFactor(ports, { userId: auth.user.id, id: path.id, name: body.name, kinds: KINDS })
      await audit({
        action: 'Passkey renamed',
        resource: 'MFA',
        description: 'Renamed a passkey',
        detail: { deviceId: renamed.id },
      })
      return renamed
    }),
  ),
} satisfies Handlers<typeof passkeyNames>
