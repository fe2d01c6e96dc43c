import type { apiTokenPolicy } from '../../contract/api-tokens.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { recordPolicy } from '../domain/identity/members/record-policies.ts'
import { waitInLine } from '../domain/identity/roles/administrators.ts'
import { apiTokensSetting } from '../domain/settings/api-tokens.ts'
import { allowed, type Handlers, signedIn } from '../http/handler.ts'

const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

export const apiTokenPolicyHandlers = {
  /** Every user who creates a token needs to read the policy. */
  getApiTokenPolicy: signedIn(({ ports, auth }) => apiTokensSetting.of(ports.store, auth.tenantId)),
  saveApiTokenPolicy: allowed(WRITE_POLICIES, async (call) => {
    const { ports, auth, body, audit } = call
    const { tenantId } = auth
    const value = apiTokensSetting.input(body)
    await ports.store.transaction(async (store) => {
      await waitInLine(store, tenantId, ports.clock.now())
      const before = await apiTokensSetting.of(store, tenantId)
      await apiTokensSetting.save({ ...ports, store }, tenantId, value)
      await recordPolicy(call, store, 'api-tokens')
      await audit({
        inside: store,
        action: 'API token policy changed',
        resource: 'Policies',
        severity: 'Medium',
        description: 'Changed how long new API tokens may last',
        detail: beforeAndAfter(before, value),
      })
    })
    return value
  }),
} satisfies Handlers<typeof apiTokenPolicy>
