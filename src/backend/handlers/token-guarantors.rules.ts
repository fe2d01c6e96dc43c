import type { tokenGuarantors } from '../../contract/guarantees.ts'
import type { RulesOf } from '../http/rules.ts'

export const tokenGuarantorsRules = {
  listTokenGuarantors: { permission: 'fe.secure.read.tenantApiTokens' },
  setTokenGuarantor: {
    permission: 'fe.secure.write.tenantApiTokens',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['tokens'],
  },
  listMemberTokens: { permission: 'fe.secure.delete.users' },
  listOwnVouchedTokens: { permission: null },
} satisfies RulesOf<typeof tokenGuarantors>
