import type { policies } from '../../contract/policies.ts'
import { type Policies, policyOf, vendorPolicy } from '../domain/policies/policies.ts'
import { iso } from '../domain/wire/wire.ts'
import { allowed, type Handlers, open, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'

/** A stored policy with its dates; a default one is as old as the epoch. */
const dated = async <Kind extends keyof Policies>(ports: Ports, kind: Kind, tenantId: string | null) => {
  const own = tenantId === null ? undefined : await ports.store.policies.find({ tenantId, kind })
  const record = own ?? (await ports.store.policies.find({ tenantId: null, kind }))
  const value = tenantId === null ? await vendorPolicy(ports.store, kind) : await policyOf(ports.store, kind, tenantId)
  return {
    ...value,
    id: record?.id ?? '',
    createdAt: iso(record?.createdAt ?? 0),
    updatedAt: iso(record?.updatedAt ?? 0),
  }
}

export const policiesHandlers = {
  getMfaPolicy: allowed(READ_POLICIES, ({ ports, auth }) => dated(ports, 'mfa', auth.tenantId)),
  getVendorMfaPolicy: allowed(READ_POLICIES, ({ ports }) => dated(ports, 'mfa', null)),
  getLockoutPolicy: allowed(READ_POLICIES, ({ ports, auth }) => dated(ports, 'lockout', auth.tenantId)),
  getVendorLockoutPolicy: allowed(READ_POLICIES, ({ ports }) => dated(ports, 'lockout', null)),
  getPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports, auth }) =>
    dated(ports, 'password-history', auth.tenantId),
  ),
  getVendorPasswordHistoryPolicy: allowed(READ_POLICIES, ({ ports }) => dated(ports, 'password-history', null)),
  getCaptchaPolicy: open(async ({ ports }) => {
    const policy = await dated(ports, 'captcha', null)
    return policy.enabled ? policy : null
  }),
  getPasswordPolicy: signedIn(({ ports, auth }) => policyOf(ports.store, 'password', auth.tenantId)),
} satisfies Partial<Handlers<typeof policies>>
