import type { oauthServer } from '../../contract/oauth-server.ts'
import type { RulesOf } from '../http/rules.ts'

const OPEN = { permission: null, rank: 'none', fresh: 'never', grants: false, events: [] } as const

export const oauthServerRules = {
  getAuthorizationServer: { permission: null },
  authorizeByForm: { ...OPEN, audit: { silent: 'repeats the request as a navigation' } },
  getUserInfo: { permission: null },
  postUserInfo: { ...OPEN, audit: { silent: 'reads' } },
  revokeToken: {
    ...OPEN,
    audit: {
      withoutChange: 'ends what a client holds; its row is the record',
      partly: 'the token was no token of ours',
    },
  },
  introspectToken: { ...OPEN, audit: { silent: 'reads' } },
} satisfies RulesOf<typeof oauthServer>
