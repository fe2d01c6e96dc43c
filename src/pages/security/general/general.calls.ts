import type { apiTokenPolicy } from '../../../contract/api-tokens.ts'
import type { Client } from '../../../contract/client.ts'
import type { policies } from '../../../contract/policies.ts'
import type { PolicyChange } from '../../../contract/security.ts'
import { DEFAULT_VALUES, type PolicyKind, type PolicyValues } from './general.policies.ts'

type Stored<Kind extends PolicyKind> = PolicyValues[Kind] & { id: string }

interface PolicyCalls<Kind extends PolicyKind> {
  read(): Promise<Stored<Kind>>
  readVendor(): Promise<Stored<Kind>>
  /** Creates the first policy of a tenant. */
  create(body: PolicyValues[Kind]): Promise<Stored<Kind>>
  update(body: Stored<Kind>): Promise<Stored<Kind>>
  /** Returns the change that the guard checks; `undefined` for a policy that takes access from no user. */
  toChange(value: PolicyValues[Kind]): PolicyChange | undefined
}

/** Returns the API calls of each policy. */
export const policyCalls = ({
  policies: api,
  apiTokenPolicy: tokenApi,
}: Client<{ policies: typeof policies; apiTokenPolicy: typeof apiTokenPolicy }>): {
  readonly [Kind in PolicyKind]: PolicyCalls<Kind>
} => ({
  mfa: {
    read: () => api.getMfaPolicy(),
    readVendor: () => api.getVendorMfaPolicy(),
    create: (body) => api.createMfaPolicy({ body }),
    update: (body) => api.updateMfaPolicy({ body }),
    toChange: (value) => ({ kind: 'mfa', value }),
  },
  lockout: {
    read: () => api.getLockoutPolicy(),
    readVendor: () => api.getVendorLockoutPolicy(),
    create: (body) => api.createLockoutPolicy({ body }),
    update: (body) => api.updateLockoutPolicy({ body }),
    toChange: (value) => ({ kind: 'lockout', value }),
  },
  history: {
    read: () => api.getPasswordHistoryPolicy(),
    readVendor: () => api.getVendorPasswordHistoryPolicy(),
    create: (body) => api.createPasswordHistoryPolicy({ body }),
    update: (body) => api.updatePasswordHistoryPolicy({ body }),
    toChange: () => undefined,
  },
  tokens: {
    read: async () => ({ ...(await tokenApi.getApiTokenPolicy()), id: '' }),
    readVendor: async () => ({ ...DEFAULT_VALUES.tokens, id: '' }),
    create: async (body) => ({ ...(await tokenApi.saveApiTokenPolicy({ body })), id: '' }),
    update: async ({ id: _id, ...body }) => ({ ...(await tokenApi.saveApiTokenPolicy({ body })), id: '' }),
    toChange: () => undefined,
  },
})
