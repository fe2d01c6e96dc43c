import type { tokensUser } from '../../contract/api-tokens.ts'
import type { RulesOf } from '../http/rules.ts'

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
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
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
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['tokens'],
  },
} satisfies RulesOf<typeof tokensUser>
