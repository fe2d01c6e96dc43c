import type { sessionConfig } from '../../contract/security.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { saveSafely } from '../domain/identity/lockout-guard/guard.ts'
import { recordPolicy } from '../domain/identity/members/record-policies.ts'
import { applyLimits } from '../domain/identity/sessions/session-upkeep.ts'
import { sessionsSetting } from '../domain/settings/sessions.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'
const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

export const sessionConfigHandlers = {
  getSessionConfig: allowed(READ_POLICIES, ({ ports, auth }) => sessionsSetting.of(ports.store, auth.tenantId)),
  saveSessionConfig: allowed(WRITE_POLICIES, async (call) => {
    const { ports, auth, body, audit } = call
    const { tenantId } = auth
    const value = sessionsSetting.changes(body)
    await saveSafely(call, { kind: 'sessions', value }, async (store) => {
      const before = await sessionsSetting.of(store, tenantId)
      const after = { ...before, ...value }
      await sessionsSetting.save({ ...ports, store }, tenantId, after)
      await applyLimits({ ...ports, store }, tenantId, after)
      await recordPolicy(call, store, 'sessions')
      await audit({
        inside: store,
        action: 'Session policy changed',
        resource: 'Policies',
        severity: 'Medium',
        description: 'Changed how long sessions last and how many a user may have',
        detail: beforeAndAfter(before, after),
      })
    })
    return {}
  }),
} satisfies Handlers<typeof sessionConfig>
