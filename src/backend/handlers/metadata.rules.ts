import type { metadata } from '../../contract/metadata.ts'
import { TOO_LARGE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const metadataRules = {
  getSamlMetadata: { permission: null },
  getAdminBoxMetadata: { permission: 'fe.secure.read.accountSettings' },
  updateAdminBoxMetadata: {
    permission: 'fe.account-settings.write.custom-login-box',
    rank: 'none',
    fresh: 'never',
    audit: TOO_LARGE,
    grants: false,
    events: ['account'],
  },
  getCurrentUserIp: { permission: null },
} satisfies RulesOf<typeof metadata>
