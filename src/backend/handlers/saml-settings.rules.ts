import type { samlSettings } from '../../contract/sso.ts'
import { changesLive } from '../domain/sso/setup/weakening.ts'
import { SECRET } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const samlSettingsRules = {
  getOptions: { permission: 'fe.secure.read.samlConfiguration' },
  updateOptions: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  listKeys: { permission: 'fe.secure.read.samlConfiguration' },
  addKey: { permission: 'fe.secure.write.samlConfiguration', ...PERMISSION_SUFFICES, audit: SECRET, events: [] },
  removeKey: { permission: 'fe.secure.delete.samlConfiguration', ...PERMISSION_SUFFICES, audit: SECRET, events: [] },
} satisfies RulesOf<typeof samlSettings>
