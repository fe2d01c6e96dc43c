import type { apiTokenPolicy, apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const tokensUserRules = {
  listAccessTokens: { permission: 'fe.secure.read.userApiTokens' },
  createAccessToken: {
    permission: 'fe.secure.write.userApiTokens',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['tokens'],
  },
  deleteAccessToken: {
    permission: 'fe.secure.delete.userApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
  listClientCredentials: { permission: 'fe.secure.read.userApiTokens' },
  createClientCredential: {
    permission: 'fe.secure.write.userApiTokens',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['tokens'],
  },
  deleteClientCredential: {
    permission: 'fe.secure.delete.userApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
} satisfies RulesOf<typeof tokensUser>

export const tokensTenantRules = {
  listAccessTokens: { permission: 'fe.secure.read.tenantApiTokens' },
  createAccessToken: {
    permission: 'fe.secure.write.tenantApiTokens',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['tokens'],
  },
  deleteAccessToken: {
    permission: 'fe.secure.delete.tenantApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
  listClientCredentials: { permission: 'fe.secure.read.tenantApiTokens' },
  createClientCredential: {
    permission: 'fe.secure.write.tenantApiTokens',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['tokens'],
  },
  deleteClientCredential: {
    permission: 'fe.secure.delete.tenantApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['tokens'],
  },
} satisfies RulesOf<typeof tokensTenant>

export const apiTokensRules = {
  exchangeApiToken: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
  updateUserApiToken: {
    permission: 'fe.secure.write.userApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  updateTenantApiToken: {
    permission: 'fe.secure.write.tenantApiTokens',
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
