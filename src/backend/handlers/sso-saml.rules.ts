import type { ssoSaml } from '../../contract/sso.ts'
import { changesFirstLive, changesFirstSignIns } from '../domain/sso/setup/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

export const ssoSamlRules = {
  getConfig: { permission: 'fe.secure.read.samlConfiguration' },
  updateConfig: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstSignIns,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  getVendorConfig: { permission: 'fe.secure.read.samlConfiguration' },
  updateByMetadata: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  validateDomain: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  getDefaultRoles: { permission: 'fe.secure.read.samlConfiguration' },
  setDefaultRoles: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  listGroups: { permission: 'fe.secure.read.samlConfiguration' },
  createGroup: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  updateGroup: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  deleteGroup: {
    permission: 'fe.secure.delete.samlConfiguration',
    rank: 'none',
    fresh: changesFirstLive,
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
  getOidcConfig: { permission: 'fe.secure.read.samlConfiguration' },
  getSsoPublicConfig: { permission: null },
} satisfies RulesOf<typeof ssoSaml>
