import type { tokensTenant } from '../../contract/api-tokens.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
