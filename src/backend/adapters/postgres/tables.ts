import { bigint, integer, type PgTable, pgTable } from 'drizzle-orm/pg-core'
import type { GroupRecord, Records } from '../../store/records.ts'
import { flag, key, keysAndIndexes, maybeTime, maybeWords, time, words } from './columns.ts'

const dates = () => ({ createdAt: time(), updatedAt: time() })

export const tenants = pgTable(
  'tenants',
  {
    id: key(),
    name: words(),
    nameFolded: words(),
    parentId: maybeWords(),
    isReseller: flag(),
    alias: maybeWords(),
    hasCustomLogin: flag(),
    metadata: words(),
    settings: words(),
    ...dates(),
  },
  keysAndIndexes('tenants'),
)

export const accountLinks = pgTable(
  'accountLinks',
  {
    id: key(),
    ancestorId: words(),
    tenantId: words(),
    depth: integer().notNull(),
    name: words(),
    nameFolded: words(),
    createdAt: time(),
  },
  keysAndIndexes('accountLinks'),
)

export const users = pgTable(
  'users',
  {
    id: key(),
    email: words(),
    emailFolded: words(),
    name: words(),
    nameFolded: words(),
    phone: maybeWords(),
    profilePictureUrl: maybeWords(),
    passwordHash: maybeWords(),
    verified: flag(),
    provider: words(),
    mfaEnrolled: flag(),
    isBreachedPassword: flag(),
    superUser: flag(),
    tenantId: words(),
    metadata: words(),
    failedLogins: integer().notNull(),
    lockedAt: maybeTime(),
    createdAt: time(),
    lastLogin: maybeTime(),
  },
  keysAndIndexes('users'),
)

export const members = pgTable(
  'members',
  {
    id: key(),
    tenantId: words(),
    userId: words(),
    email: words(),
    emailFolded: words(),
    name: words(),
    nameFolded: words(),
    verified: flag(),
    isLocked: flag(),
    mfaEnrolled: flag(),
    provider: words(),
    roleIds: words(),
    roleIdsFolded: words(),
    groupIds: maybeWords(),
    groupIdsFolded: maybeWords(),
    factor: maybeWords(),
    activated: flag(),
    invitedAt: maybeTime(),
    temporaryUntil: maybeTime(),
    createdAt: time(),
    lastLogin: maybeTime(),
    subAccountAccess: flag().default(false),
  },
  keysAndIndexes('members'),
)

export const roles = pgTable(
  'roles',
  {
    id: key(),
    tenantId: maybeWords(),
    key: words(),
    name: words(),
    nameFolded: words(),
    description: words(),
    isDefault: flag(),
    level: integer().notNull(),
    permissionIds: words(),
    ...dates(),
  },
  keysAndIndexes('roles'),
)

export const groups = pgTable(
  'groups',
  {
    id: key(),
    tenantId: words(),
    name: words(),
    nameFolded: words(),
    color: maybeWords(),
    description: words(),
    metadata: maybeWords(),
    managedBy: words().$type<GroupRecord['managedBy']>(),
    roleIds: words(),
    roleIdsFolded: words(),
    ...dates(),
  },
  keysAndIndexes('groups'),
)

export const permissions = pgTable(
  'permissions',
  {
    id: key(),
    key: words(),
    name: words(),
    nameFolded: words(),
    description: words(),
    categoryId: words(),
    ...dates(),
  },
  keysAndIndexes('permissions'),
)

export const permissionCategories = pgTable(
  'permissionCategories',
  { id: key(), name: words(), description: words(), ...dates() },
  keysAndIndexes('permissionCategories'),
)

export const sessions = pgTable(
  'sessions',
  {
    id: key(),
    userId: words(),
    tenantId: words(),
    generation: integer().notNull(),
    rotatedAt: time(),
    userAgent: words(),
    ipAddress: words(),
    createdAt: time(),
    expiresAt: time(),
    revokedAt: maybeTime(),
    amr: maybeWords(),
    authTime: maybeTime(),
    lastActiveAt: maybeTime(),
    actorId: maybeWords(),
    idleSeconds: integer(),
    absoluteSeconds: integer(),
  },
  keysAndIndexes('sessions'),
)

export const oauthGrants = pgTable(
  'oauthGrants',
  {
    id: key(),
    sessionId: words(),
    userId: words(),
    clientId: words(),
    generation: integer().notNull(),
    rotatedAt: time(),
    createdAt: time(),
    expiresAt: time(),
    revokedAt: maybeTime(),
  },
  keysAndIndexes('oauthGrants'),
)

export const apiTokens = pgTable(
  'apiTokens',
  {
    id: key(),
    tenantId: words(),
    userId: maybeWords(),
    kind: words(),
    secretHash: words(),
    description: words(),
    roleIds: words(),
    createdByUserId: maybeWords(),
    createdAt: time(),
    expiresAt: maybeTime(),
    lastUsedAt: maybeTime(),
  },
  keysAndIndexes('apiTokens'),
)

export const ssoConnections = pgTable(
  'ssoConnections',
  {
    id: key(),
    tenantId: words(),
    enabled: flag(),
    type: words(),
    ssoEndpoint: words(),
    idpEntityId: words(),
    publicCertificate: words(),
    signRequest: flag(),
    acsUrl: words(),
    spEntityId: words(),
    oidcClientId: words(),
    oidcSecret: words(),
    generatedVerification: words(),
    roleIds: words(),
    groups: words(),
    skipEmailDomainValidation: flag(),
    allowIdpInitiated: flag(),
    configMetadata: words(),
    ...dates(),
  },
  keysAndIndexes('ssoConnections'),
)

export const ssoDomains = pgTable(
  'ssoDomains',
  { id: key(), connectionId: words(), tenantId: words(), domain: words(), validated: flag(), createdAt: time() },
  keysAndIndexes('ssoDomains'),
)

export const identities = pgTable(
  'identities',
  {
    id: key(),
    provider: words(),
    subject: words(),
    userId: words(),
    email: words(),
    createdAt: time(),
    lastUsedAt: time(),
  },
  keysAndIndexes('identities'),
)

export const factors = pgTable(
  'factors',
  {
    id: key(),
    userId: words(),
    kind: words(),
    credentialId: maybeWords(),
    value: words(),
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: time(),
    lastUsedAt: maybeTime(),
  },
  keysAndIndexes('factors'),
)

export const oldPasswords = pgTable(
  'oldPasswords',
  { id: key(), userId: words(), passwordHash: words(), createdAt: time() },
  keysAndIndexes('oldPasswords'),
)

export const tickets = pgTable(
  'tickets',
  {
    id: key(),
    purpose: words(),
    userId: maybeWords(),
    tenantId: maybeWords(),
    tokenHash: words(),
    tries: integer().notNull(),
    usedAt: maybeTime(),
    createdAt: time(),
    expiresAt: time(),
    detail: words(),
  },
  keysAndIndexes('tickets'),
)

export const policies = pgTable(
  'policies',
  { id: key(), tenantId: maybeWords(), kind: words(), value: words(), ...dates() },
  keysAndIndexes('policies'),
)

export const attempts = pgTable(
  'attempts',
  { id: key(), count: integer().notNull(), windowEndsAt: time() },
  keysAndIndexes('attempts'),
)

export const audits = pgTable(
  'audits',
  {
    id: key(),
    tenantId: words(),
    userId: maybeWords(),
    email: words(),
    action: words(),
    resource: words(),
    severity: words(),
    ip: words(),
    userAgent: words(),
    description: words(),
    detail: words(),
    createdAt: time(),
  },
  keysAndIndexes('audits'),
)

export const messages = pgTable(
  'messages',
  {
    id: key(),
    channel: words(),
    to: words(),
    subject: words(),
    text: words(),
    html: words(),
    createdAt: time(),
  },
  keysAndIndexes('messages'),
)

export const keys = pgTable(
  'keys',
  { id: key(), kind: words(), value: words(), createdAt: time() },
  keysAndIndexes('keys'),
)

export const pictures = pgTable(
  'pictures',
  { id: key(), ownerId: words(), type: words(), data: words(), createdAt: time() },
  keysAndIndexes('pictures'),
)

export const TABLES = {
  tenants,
  accountLinks,
  users,
  members,
  roles,
  groups,
  permissions,
  permissionCategories,
  sessions,
  oauthGrants,
  apiTokens,
  ssoConnections,
  ssoDomains,
  identities,
  factors,
  oldPasswords,
  tickets,
  policies,
  attempts,
  audits,
  messages,
  keys,
  pictures,
} satisfies Readonly<Record<keyof Records, PgTable>>
