import type { apiTokenPolicy, apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf, SIGNS_IN } from '../http/rules.ts'

const READ_USER_TOKENS = 'fe.secure.read.userApiTokens'
const WRITE_USER_TOKENS = 'fe.secure.write.userApiTokens'
const DELETE_USER_TOKENS = 'fe.secure.delete.userApiTokens'
const READ_TENANT_TOKENS = 'fe.secure.read.tenantApiTokens'
const WRITE_TENANT_TOKENS = 'fe.secure.write.tenantApiTokens'
const DELETE_TENANT_TOKENS = 'fe.secure.delete.tenantApiTokens'

const CHANGES_TOKENS = { rank: 'none', audit: 'change', events: ['tokens'] } as const

export const tokensUserRules = {
  listAccessTokens: { permission: READ_USER_TOKENS },
  createAccessToken: { permission: WRITE_USER_TOKENS, fresh: 'always', grants: false, ...CHANGES_TOKENS },
  deleteAccessToken: { permission: DELETE_USER_TOKENS, ...PERMISSION_SUFFICES, audit: 'change', events: ['tokens'] },
  listClientCredentials: { permission: READ_USER_TOKENS },
  createClientCredential: { permission: WRITE_USER_TOKENS, fresh: 'always', grants: false, ...CHANGES_TOKENS },
  deleteClientCredential: {
    permission: DELETE_USER_TOKENS,
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
} satisfies RulesOf<typeof tokensUser>

export const tokensTenantRules = {
  listAccessTokens: { permission: READ_TENANT_TOKENS },
  createAccessToken: { permission: WRITE_TENANT_TOKENS, fresh: 'always', grants: true, ...CHANGES_TOKENS },
  deleteAccessToken: { permission: DELETE_TENANT_TOKENS, ...PERMISSION_SUFFICES, audit: 'change', events: ['tokens'] },
  listClientCredentials: { permission: READ_TENANT_TOKENS },
  createClientCredential: { permission: WRITE_TENANT_TOKENS, fresh: 'always', grants: true, ...CHANGES_TOKENS },
  deleteClientCredential: {
    permission: DELETE_TENANT_TOKENS,
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
} satisfies RulesOf<typeof tokensTenant>

export const apiTokensRules = {
  exchangeApiToken: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
  updateUserApiToken: { permission: WRITE_USER_TOKENS, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  updateTenantApiToken: {
    permission: WRITE_TENANT_TOKENS,
    rank: 'none',
    fresh: ({ body }) => body.roleIds !== undefined,
    audit: 'change',
    grants: true,
    events: [],
  },
} satisfies RulesOf<typeof apiTokens>

export const apiTokenPolicyRules = {
  getApiTokenPolicy: { permission: null },
  saveApiTokenPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof apiTokenPolicy>
