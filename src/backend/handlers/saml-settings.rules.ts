import type { samlSettings } from '../../contract/sso.ts'
import { changesLive } from '../domain/sso/setup/weakening.ts'
import { PERMISSION_SUFFICES, type RulesOf, SECRET } from '../http/rules.ts'

const READ_SSO = 'fe.secure.read.samlConfiguration'
const WRITE_SSO = 'fe.secure.write.samlConfiguration'

export const samlSettingsRules = {
  getOptions: { permission: READ_SSO },
  updateOptions: {
    permission: WRITE_SSO,
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  listKeys: { permission: READ_SSO },
  addKey: { permission: WRITE_SSO, ...PERMISSION_SUFFICES, audit: SECRET, events: [] },
  removeKey: { permission: 'fe.secure.delete.samlConfiguration', ...PERMISSION_SUFFICES, audit: SECRET, events: [] },
} satisfies RulesOf<typeof samlSettings>
