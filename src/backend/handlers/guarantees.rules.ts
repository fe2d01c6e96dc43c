import type { guarantees, tokenGuarantors } from '../../contract/guarantees.ts'
import { NEEDS_NO_RIGHTS, READS, type RulesOf } from '../http/rules.ts'

const READ_USERS = 'fe.secure.read.users'

export const guaranteesRules = {
  listGuaranteed: { permission: READ_USERS },
  listInterruptions: { permission: null },
  checkAccessChanges: { ...NEEDS_NO_RIGHTS, audit: READS, events: [] },
  confirmGuaranteed: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['sso', 'provisioning'],
  },
  succeedGuarantor: {
    permission: READ_USERS,
    rank: 'none',
    fresh: 'always',
    audit: {
      partly: 'the member vouches for nothing',
      withoutChange: 'a guarantor who confirms again changes nothing',
    },
    grants: false,
    events: ['sso', 'provisioning'],
  },
} satisfies RulesOf<typeof guarantees>

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
