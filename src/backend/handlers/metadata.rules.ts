import type { metadata } from '../../contract/metadata.ts'
import { PERMISSION_SUFFICES, type RulesOf, TOO_LARGE } from '../http/rules.ts'

export const metadataRules = {
  getSamlMetadata: { permission: null },
  getAdminBoxMetadata: { permission: 'fe.secure.read.accountSettings' },
  updateAdminBoxMetadata: {
    permission: 'fe.account-settings.write.custom-login-box',
    ...PERMISSION_SUFFICES,
    audit: TOO_LARGE,
    events: ['account'],
  },
  getCurrentUserIp: { permission: null },
} satisfies RulesOf<typeof metadata>
