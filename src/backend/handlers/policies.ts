import type { policies } from '../../contract/policies.ts'
import { text } from '../call/read.ts'
import { saveTenantPolicy } from '../domain/identity/lockout-guard/tenant-policy.ts'
import { captchaSetting } from '../domain/settings/captcha.ts'
import { globalPolicy } from '../domain/settings/global-policy.ts'
import { lockoutSetting } from '../domain/settings/lockout.ts'
import { mfaSetting } from '../domain/settings/mfa.ts'
import { passwordSetting } from '../domain/settings/password.ts'
import { passwordHistorySetting } from '../domain/settings/password-history.ts'
import { allowed, type Handlers, open, signedIn } from '../http/handler.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'
const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

const idOf = ({ id }: { id: unknown }): string => text(id, 'id')

export const policiesHandlers = {
  getGlobalPolicy: allowed(READ_POLICIES, ({ ports }) => globalPolicy(ports)),

  getMfaPolicy: allowed(READ_POLICIES, ({ ports, auth }) => mfaSetting.shown(ports.store, auth.tenantId)),
  getVendorMfaPolicy: allowed(READ_POLICIES, ({ ports }) => mfaSetting.shown(ports.store, null)),
  createMfaPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: null }),
  ),
  updateMfaPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: idOf(call.body) }),
  ),

  getLockoutPolicy: allowed(READ_POLICIES, ({ ports, auth }) => lockoutSetting.shown(ports.store, auth.tenantId)),
  getVendorLockoutPolicy: allowed(READ_POLICIES, ({ ports }) => lockoutSetting.shown(ports.store, null)),
  createLockoutPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: null }),
  ),
  updateLockoutPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: idOf(call.body) }),
  ),

  getPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports, auth }) =>
    passwordHistorySetting.shown(ports.store, auth.tenantId),
  ),
  getVendorPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports }) =>
    passwordHistorySetting.shown(ports.store, null),
  ),
  createPasswordHistoryPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, passwordHistorySetting, { value: passwordHistorySetting.input(call.body), id: null }),
  ),
  updatePasswordHistoryPolicy: allowed(WRITE_POLICIES, (call) =>
    saveTenantPolicy(call, passwordHistorySetting, {
      value: passwordHistorySetting.input(call.body),
      id: idOf(call.body),
    }),
  ),

  getCaptchaPolicy: open(async ({ ports }) => {
    const {
      verifyUrl: _url,
      secret: _secret,
      secretReference: _name,
      minScore: _score,
      ...policy
    } = await captchaSetting.shown(ports.store, null)
    return policy.enabled ? policy : null
  }),
  getPasswordPolicy: signedIn(({ ports, auth }) => passwordSetting.of(ports.store, auth.tenantId)),
} satisfies Handlers<typeof policies>
