import type { lockoutGuard } from '../../contract/additions/lockout-guard.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import { confirmChange } from '../domain/lockout-guard/confirmation.ts'
import { effectOf } from '../domain/lockout-guard/effect.ts'
import { readChange } from '../domain/lockout-guard/judges.ts'
import { iso } from '../domain/wire/wire.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

export const lockoutGuardHandlers = {
  checkPolicyChange: allowed(WRITE_POLICIES, (call) => effectOf(call, readChange(call.body))),
  confirmPolicyChange: allowed(WRITE_POLICIES, async (call) => {
    const { ports, auth, body } = call
    const change = readChange(body.change)
    const tenant = await ports.store.tenants.get(auth.tenantId)
    if (text(body.tenantName, 'tenantName').trim() !== tenant?.name.trim()) {
      throw badRequest("tenantName must be the account's name, exactly as it is shown")
    }
    return { expires: iso(await confirmChange(call, change)) }
  }),
} satisfies Handlers<typeof lockoutGuard>
