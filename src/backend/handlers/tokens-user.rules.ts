import type { tokensUser } from '../../contract/api-tokens.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
