import type { ssoTests } from '../../contract/login.ts'
import type { ssoConfigs, ssoConnections, ssoEnforcement, ssoSaml } from '../../contract/sso.ts'
import {
  changesFirstLive,
  changesFirstSignIns,
  changesLive,
  changesLiveDetails,
  changesSignIns,
  startsOn,
  weakensEnforcement,
} from '../domain/sso/setup/weakening.ts'
import { READS, TESTS } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const ssoConfigsRules = {
  listConfigs: { permission: 'fe.secure.read.samlConfiguration' },
  createConfig: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: startsOn,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  updateConfig: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesSignIns,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  deleteConfig: {
    permission: 'fe.secure.delete.samlConfiguration',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
  createConfigByMetadata: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  updateConfigByMetadata: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  createConfigByMetadataUrl: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  updateConfigByMetadataUrl: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  createDomain: {
    permission: 'fe.secure.write.samlConfiguration',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['sso'],
  },
  deleteDomain: {
    permission: 'fe.secure.delete.samlConfiguration',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
  validateDomain: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  getDefaultRoles: { permission: 'fe.secure.read.samlConfiguration' },
  setDefaultRoles: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  listGroups: { permission: 'fe.secure.read.samlConfiguration' },
  createGroup: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  updateGroup: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  deleteGroup: {
    permission: 'fe.secure.delete.samlConfiguration',
    rank: 'none',
    fresh: changesLive,
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
} satisfies RulesOf<typeof ssoConfigs>

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

export const ssoConnectionsRules = {
  listSsoConnectionDetails: { permission: 'fe.secure.read.samlConfiguration' },
  updateSsoConnectionDetails: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLiveDetails,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  readSsoCertificates: {
    permission: 'fe.secure.write.samlConfiguration',
    ...PERMISSION_SUFFICES,
    audit: READS,
    events: [],
  },
  startSsoTest: { permission: 'fe.secure.write.samlConfiguration', ...PERMISSION_SUFFICES, audit: TESTS, events: [] },
  getSsoTest: { permission: 'fe.secure.read.samlConfiguration' },
} satisfies RulesOf<typeof ssoConnections>

export const ssoEnforcementRules = {
  checkSsoEnforcement: {
    permission: 'fe.secure.write.samlConfiguration',
    ...PERMISSION_SUFFICES,
    audit: READS,
    events: [],
  },
  saveSsoEnforcement: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: weakensEnforcement,
    audit: 'change',
    grants: false,
    events: ['sso'],
  },
} satisfies RulesOf<typeof ssoEnforcement>

export const ssoTestsRules = {
  completeSsoTest: {
    ...NEEDS_NO_RIGHTS,
    audit: { silent: 'ends a test of a connection, whose start leaves a row' },
    events: [],
  },
} satisfies RulesOf<typeof ssoTests>
