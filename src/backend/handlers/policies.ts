import type { policies } from '../../contract/policies.ts'
import { text } from '../call/read.ts'
import { saveTenantPolicy } from '../domain/identity/lockout-guard/tenant-policy.ts'
import { globalPolicy } from '../domain/settings/global-policy.ts'
import { policyOf } from '../domain/settings/policies.ts'
import { historyFieldsOf, lockoutFieldsOf, mfaFieldsOf } from '../domain/settings/policy-fields.ts'
import { shownPolicy } from '../domain/settings/shown-policy.ts'
import { allowed, type Handlers, open, signedIn } from '../http/handler.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'
const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

const idOf = ({ id }: { id: unknown }): string => text(id, 'id')

export const policiesHandlers = {
  getGlobalPolicy: allowed(READ_POLICIES, ({ ports }) => globalPolicy(ports)),

  getMfaPolicy: allowed(READ_POLICIES, ({ ports, auth }) => shownPolicy(ports.store, 'mfa', auth.tenantId)),
  getVendorMfaPolicy: allowed(READ_POLICIES, ({ ports }) => shownPolicy(ports.store, 'mfa', null)),
  createMfaPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'mfa', value: mfaFieldsOf(call.body), id: null }),
  ),
  updateMfaPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'mfa', value: mfaFieldsOf(call.body), id: idOf(call.body) }),
  ),

  getLockoutPolicy: allowed(READ_POLICIES, ({ ports, auth }) => shownPolicy(ports.store, 'lockout', auth.tenantId)),
  getVendorLockoutPolicy: allowed(READ_POLICIES, ({ ports }) => shownPolicy(ports.store, 'lockout', null)),
  createLockoutPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'lockout', value: lockoutFieldsOf(call.body), id: null }),
  ),
  updateLockoutPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'lockout', value: lockoutFieldsOf(call.body), id: idOf(call.body) }),
  ),

  getPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports, auth }) =>
    shownPolicy(ports.store, 'password-history', auth.tenantId),
  ),
  getVendorPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports }) =>
    shownPolicy(ports.store, 'password-history', null),
  ),
  createPasswordHistoryPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'password-history', value: historyFieldsOf(call.body), id: null }),
  ),
  updatePasswordHistoryPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, { kind: 'password-history', value: historyFieldsOf(call.body), id: idOf(call.body) }),
  ),

  getCaptchaPolicy: open(async ({ ports }) => {
    const {
      verifyUrl: _url,
      secret: _secret,
      secretReference: _name,
      minScore: _score,
      ...policy
    } = await shownPolicy(ports.store, 'captcha', null)
    return policy.enabled ? policy : null
  }),
  getPasswordPolicy: signedIn(({ ports, auth }) => policyOf(ports.store, 'password', auth.tenantId)),
} satisfies Handlers<typeof policies>
