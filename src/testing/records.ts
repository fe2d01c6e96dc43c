import type {
  AuditDraft,
  AuditRecord,
  DirectoryConnectionRecord,
  GroupRecord,
  MemberRecord,
  RoleRecord,
  SessionRecord,
  SsoConnectionRecord,
  TenantRecord,
  TicketRecord,
  UserRecord,
} from '../backend/store/records.ts'

const NEW_YEAR_2026 = 1_767_225_600_000

export const aTenantRecord = (facts: Partial<TenantRecord> = {}): TenantRecord => ({
  id: 'acme',
  name: 'Acme',
  parentId: null,
  founderId: null,
  isReseller: false,
  alias: null,
  hasCustomLogin: false,
  metadata: '{}',
  settings: '{}',
  suspendedAt: null,
  createdAt: NEW_YEAR_2026,
  updatedAt: NEW_YEAR_2026,
  ...facts,
})

export const aUserRecord = (facts: Partial<UserRecord> = {}): UserRecord => ({
  id: 'ada',
  email: `${facts.id ?? 'ada'}@acme.test`,
  name: 'Ada Lovelace',
  phone: null,
  profilePictureUrl: null,
  passwordHash: null,
  verified: true,
  provider: 'local',
  mfaEnrolled: false,
  isBreachedPassword: false,
  superUser: false,
  tenantId: 'acme',
  metadata: '{}',
  failedLogins: 0,
  lockedAt: null,
  createdAt: NEW_YEAR_2026,
  lastLogin: null,
  ...facts,
})

export const aMemberRecord = (facts: Partial<MemberRecord> = {}): MemberRecord => ({
  id: 'acme-ada',
  tenantId: 'acme',
  userId: facts.id ?? 'ada',
  email: `${facts.id ?? 'ada'}@acme.test`,
  name: 'Ada Lovelace',
  phone: null,
  verified: true,
  isLocked: false,
  mfaEnrolled: false,
  provider: 'local',
  roleIds: '[]',
  groupIds: null,
  factor: null,
  activated: true,
  invitedAt: null,
  temporaryUntil: null,
  createdAt: NEW_YEAR_2026,
  lastLogin: null,
  subAccountAccess: false,
  isBreachedPassword: false,
  mustUseMfa: false,
  directoryId: null,
  disabledAt: null,
  mappedRoles: null,
  ...facts,
})

export const aRoleRecord = (facts: Partial<RoleRecord> = {}): RoleRecord => ({
  id: 'admin',
  tenantId: null,
  key: facts.id ?? 'admin',
  name: 'Admin',
  description: '',
  isDefault: false,
  level: 0,
  permissionIds: '[]',
  createdAt: NEW_YEAR_2026,
  updatedAt: NEW_YEAR_2026,
  ...facts,
})

export const aGroupRecord = (facts: Partial<GroupRecord> = {}): GroupRecord => ({
  id: 'group',
  tenantId: 'acme',
  name: facts.id ?? 'group',
  color: null,
  description: '',
  metadata: null,
  managedBy: 'frontegg',
  roleIds: '[]',
  createdAt: NEW_YEAR_2026,
  updatedAt: NEW_YEAR_2026,
  ...facts,
})

export const aDirectoryConnectionRecord = (
  facts: Partial<DirectoryConnectionRecord> = {},
): DirectoryConnectionRecord => ({
  id: 'directory',
  tenantId: 'acme',
  source: 'okta',
  name: 'Okta',
  syncToUserManagement: true,
  tokenHash: facts.id ?? 'directory',
  ownerId: 'ada',
  createdAt: NEW_YEAR_2026,
  updatedAt: NEW_YEAR_2026,
  isIndexed: true,
  lastSyncAt: null,
  ...facts,
})

export const aSessionRecord = (facts: Partial<SessionRecord> = {}): SessionRecord => ({
  id: 'session',
  userId: 'ada',
  tenantId: 'acme',
  generation: 0,
  rotatedAt: NEW_YEAR_2026,
  userAgent: '',
  ipAddress: '127.0.0.1',
  createdAt: NEW_YEAR_2026,
  expiresAt: NEW_YEAR_2026 + 86_400_000,
  revokedAt: null,
  amr: null,
  authTime: null,
  lastActiveAt: null,
  refreshedAt: null,
  actorId: null,
  actorSessionId: null,
  idleSeconds: null,
  absoluteSeconds: null,
  visits: null,
  ...facts,
})

/** Builds a connection that is incomplete and turned off, like a new one. */
export const anSsoConnectionRecord = (facts: Partial<SsoConnectionRecord> = {}): SsoConnectionRecord => ({
  id: 'sso',
  tenantId: 'acme',
  enabled: false,
  type: 'saml',
  ssoEndpoint: '',
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  acsUrl: 'http://localhost:3002/auth/saml/callback',
  spEntityId: 'http://localhost:3002/auth/saml/metadata',
  oidcClientId: '',
  oidcSecret: '',
  generatedVerification: 'front-entry-verification=proof',
  roleIds: '[]',
  groups: '[]',
  skipEmailDomainValidation: false,
  allowIdpInitiated: false,
  configMetadata: '{}',
  guarantorId: null,
  createdAt: NEW_YEAR_2026,
  updatedAt: NEW_YEAR_2026,
  ...facts,
})

export const aTicketRecord = (facts: Partial<TicketRecord> = {}): TicketRecord => ({
  id: 'ticket',
  purpose: 'activation',
  userId: 'ada',
  tenantId: 'acme',
  tokenHash: facts.id ?? 'ticket',
  tries: 0,
  usedAt: null,
  createdAt: NEW_YEAR_2026,
  expiresAt: NEW_YEAR_2026 + 86_400_000,
  detail: '{}',
  ...facts,
})

/** Returns a position in the log; rows with different ids have different positions. */
const seqOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_007_199_254_740, 1)

export const anAuditRecord = (facts: Partial<AuditRecord> = {}): AuditRecord => ({
  id: 'audit',
  tenantId: 'acme',
  userId: 'ada',
  email: 'ada@acme.test',
  action: 'User signed in',
  resource: 'Users',
  severity: 'Info',
  ip: '127.0.0.1',
  userAgent: '',
  description: '',
  detail: '{}',
  createdAt: NEW_YEAR_2026,
  seq: seqOf(facts.id ?? 'audit'),
  prevHash: '',
  hash: '',
  searchText: '',
  ...facts,
})

/** Builds a row that has no position in the log yet. */
export const aDraft = (facts: Partial<AuditDraft> = {}): AuditDraft => {
  const { seq, prevHash, hash, searchText, ...draft } = anAuditRecord(facts)
  return draft
}
