import type { apiTokenPolicy } from '../../contract/api-tokens.ts'
import { API_TOKEN_MINUTES } from '../../rules/policy-limits.ts'
import { flagOf } from '../call/read.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { recordPolicy } from '../domain/identity/members/record-policies.ts'
import { waitInLine } from '../domain/identity/roles/administrators.ts'
import { policyOf, savePolicy } from '../domain/settings/policies.ts'
import { fieldsOf, wholeNumber } from '../domain/settings/policy-fields.ts'
import { allowed, type Handlers, signedIn } from '../http/handler.ts'

const WRITE_POLICIES = 'fe.secure.write.securityPolicy'
const KIND = 'api-tokens'

export const apiTokenPolicyHandlers = {
  /** Every user who creates a token needs to read the policy. */
  getApiTokenPolicy: signedIn(({ ports, auth }) => policyOf(ports.store, KIND, auth.tenantId)),
  saveApiTokenPolicy: allowed(WRITE_POLICIES, async (call) => {
    const { ports, auth, body, audit } = call
    const { tenantId } = auth
    const given = fieldsOf(body, 'policy')
    const max = given.maxLifetimeMinutes
    const value = {
      mustExpire: flagOf(given.mustExpire, 'mustExpire'),
      maxLifetimeMinutes: max === null ? null : wholeNumber(max, 'maxLifetimeMinutes', API_TOKEN_MINUTES),
    }
    await ports.store.transaction(async (store) => {
      await waitInLine(store, tenantId, ports.clock.now())
      const before = await policyOf(store, KIND, tenantId)
      await savePolicy({ ...ports, store }, KIND, tenantId, value)
      await recordPolicy(call, store, KIND)
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
