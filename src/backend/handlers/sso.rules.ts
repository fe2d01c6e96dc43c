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
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, READS, type RulesOf, TESTS } from '../http/rules.ts'

const READ_SSO = 'fe.secure.read.samlConfiguration'
const WRITE_SSO = 'fe.secure.write.samlConfiguration'
const DELETE_SSO = 'fe.secure.delete.samlConfiguration'

const CHANGES_SSO = { rank: 'none', audit: 'change', events: ['sso'] } as const

export const ssoConfigsRules = {
  listConfigs: { permission: READ_SSO },
  createConfig: { permission: WRITE_SSO, fresh: startsOn, grants: true, ...CHANGES_SSO },
  updateConfig: { permission: WRITE_SSO, fresh: changesSignIns, grants: true, ...CHANGES_SSO },
  deleteConfig: { permission: DELETE_SSO, fresh: 'always', grants: false, ...CHANGES_SSO },
  createConfigByMetadata: { permission: WRITE_SSO, fresh: 'never', grants: true, ...CHANGES_SSO },
  updateConfigByMetadata: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  createConfigByMetadataUrl: { permission: WRITE_SSO, fresh: 'never', grants: true, ...CHANGES_SSO },
  updateConfigByMetadataUrl: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  createDomain: { permission: WRITE_SSO, ...PERMISSION_SUFFICES, audit: 'change', events: ['sso'] },
  deleteDomain: { permission: DELETE_SSO, fresh: 'always', grants: false, ...CHANGES_SSO },
  validateDomain: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  getDefaultRoles: { permission: READ_SSO },
  setDefaultRoles: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  listGroups: { permission: READ_SSO },
  createGroup: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  updateGroup: { permission: WRITE_SSO, fresh: changesLive, grants: true, ...CHANGES_SSO },
  deleteGroup: { permission: DELETE_SSO, fresh: changesLive, grants: false, ...CHANGES_SSO },
} satisfies RulesOf<typeof ssoConfigs>

export const ssoSamlRules = {
  getConfig: { permission: READ_SSO },
  updateConfig: { permission: WRITE_SSO, fresh: changesFirstSignIns, grants: true, ...CHANGES_SSO },
  getVendorConfig: { permission: READ_SSO },
  updateByMetadata: { permission: WRITE_SSO, fresh: changesFirstLive, grants: true, ...CHANGES_SSO },
  validateDomain: { permission: WRITE_SSO, fresh: changesFirstLive, grants: true, ...CHANGES_SSO },
  getDefaultRoles: { permission: READ_SSO },
  setDefaultRoles: { permission: WRITE_SSO, fresh: changesFirstLive, grants: true, ...CHANGES_SSO },
  listGroups: { permission: READ_SSO },
  createGroup: { permission: WRITE_SSO, fresh: changesFirstLive, grants: true, ...CHANGES_SSO },
  updateGroup: { permission: WRITE_SSO, fresh: changesFirstLive, grants: true, ...CHANGES_SSO },
  deleteGroup: { permission: DELETE_SSO, fresh: changesFirstLive, grants: false, ...CHANGES_SSO },
  getOidcConfig: { permission: READ_SSO },
  getSsoPublicConfig: { permission: null },
} satisfies RulesOf<typeof ssoSaml>

export const ssoConnectionsRules = {
  listSsoConnectionDetails: { permission: READ_SSO },
  updateSsoConnectionDetails: { permission: WRITE_SSO, fresh: changesLiveDetails, grants: true, ...CHANGES_SSO },
  readSsoCertificates: { permission: WRITE_SSO, ...PERMISSION_SUFFICES, audit: READS, events: [] },
  startSsoTest: { permission: WRITE_SSO, ...PERMISSION_SUFFICES, audit: TESTS, events: [] },
  getSsoTest: { permission: READ_SSO },
} satisfies RulesOf<typeof ssoConnections>

export const ssoEnforcementRules = {
  checkSsoEnforcement: { permission: WRITE_SSO, ...PERMISSION_SUFFICES, audit: READS, events: [] },
  saveSsoEnforcement: { permission: WRITE_SSO, fresh: weakensEnforcement, grants: false, ...CHANGES_SSO },
} satisfies RulesOf<typeof ssoEnforcement>

export const ssoTestsRules = {
  completeSsoTest: {
    ...NEEDS_NO_RIGHTS,
    audit: { silent: 'ends a test of a connection, whose start leaves a row' },
    events: [],
  },
} satisfies RulesOf<typeof ssoTests>
