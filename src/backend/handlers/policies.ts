import type { policies } from '../../contract/policies.ts'
import { text } from '../call/read.ts'
import { saveTenantPolicy } from '../domain/identity/lockout-guard/tenant-policy.ts'
import { captchaSetting } from '../domain/settings/captcha.ts'
import { globalPolicy } from '../domain/settings/global-policy.ts'
import { lockoutSetting } from '../domain/settings/lockout.ts'
import { mfaSetting } from '../domain/settings/mfa.ts'
import { passwordSetting } from '../domain/settings/password.ts'
import { passwordHistorySetting } from '../domain/settings/password-history.ts'
import { type Handlers, open, signedIn } from '../http/handler.ts'

const idOf = ({ id }: { id: unknown }): string => text(id, 'id')

export const policiesHandlers = {
  getGlobalPolicy: signedIn(({ ports }) => globalPolicy(ports)),

  getMfaPolicy: signedIn(({ ports, auth }) => mfaSetting.shown(ports.store, auth.tenantId)),
  getVendorMfaPolicy: signedIn(({ ports }) => mfaSetting.shown(ports.store, null)),
  createMfaPolicy: signedIn((call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: null }),
  ),
  updateMfaPolicy: signedIn((call) =>
    saveTenantPolicy(call, mfaSetting, { value: mfaSetting.input(call.body), id: idOf(call.body) }),
  ),

  getLockoutPolicy: signedIn(({ ports, auth }) => lockoutSetting.shown(ports.store, auth.tenantId)),
  getVendorLockoutPolicy: signedIn(({ ports }) => lockoutSetting.shown(ports.store, null)),
  createLockoutPolicy: signedIn((call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: null }),
  ),
  updateLockoutPolicy: signedIn((call) =>
    saveTenantPolicy(call, lockoutSetting, { value: lockoutSetting.input(call.body), id: idOf(call.body) }),
  ),

  getPasswordHistoryPolicy: signedIn(({ ports, auth }) => passwordHistorySetting.shown(ports.store, auth.tenantId)),
  getVendorPasswordHistoryPolicy: signedIn(({ ports }) => passwordHistorySetting.shown(ports.store, null)),
  createPasswordHistoryPolicy: signedIn((call) =>
    saveTenantPolicy(call, passwordHistorySetting, { value: passwordHistorySetting.input(call.body), id: null }),
  ),
  updatePasswordHistoryPolicy: signedIn((call) =>
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
