import type { ssoEnforcement } from '../../contract/sso.ts'
import { enforcementOf } from '../domain/identity/lockout-guard/sso.ts'
import { ownConnection } from '../domain/sso/setup/connections.ts'
import { toDetails } from '../domain/sso/setup/details.ts'
import { checkEnforcement, saveEnforcement } from '../domain/sso/setup/enforcement.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const WRITE = 'fe.secure.write.samlConfiguration'

export const ssoEnforcementHandlers = {
  checkSsoEnforcement: allowed(WRITE, async (call) =>
    checkEnforcement(call, await ownConnection(call, call.path.id), enforcementOf(call.body)),
  ),
  saveSsoEnforcement: allowed(WRITE, async (call) => {
    const connection = await ownConnection(call, call.path.id)
    await saveEnforcement(call, connection, enforcementOf(call.body))
    return toDetails(call.ports, connection)
  }),
} satisfies Handlers<typeof ssoEnforcement>
