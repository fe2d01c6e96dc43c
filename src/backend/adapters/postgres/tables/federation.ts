import { integer, pgTable } from 'drizzle-orm/pg-core'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

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
    guarantorId: optionalWords(),
    ...dates(),
  },
  keysAndIndexes('ssoConnections'),
)

export const ssoDomains = pgTable(
  'ssoDomains',
  { id: key(), connectionId: words(), tenantId: words(), domain: words(), validated: flag(), createdAt: time() },
  keysAndIndexes('ssoDomains'),
)

export const samlSettings = pgTable(
  'samlSettings',
  {
    id: key(),
    tenantId: words(),
    logoutUrl: words(),
    logoutBinding: words(),
    requireEncryption: flag(),
    attributes: words(),
    clockToleranceSeconds: integer().notNull().default(120),
    offeredLogoutUrl: words().default(''),
    offeredLogoutBinding: words().default('redirect'),
    offeredResponseUrl: words().default(''),
    clientAuthentication: words().default(''),
    ...dates(),
  },
  keysAndIndexes('samlSettings'),
)

export const samlKeys = pgTable(
  'samlKeys',
  { id: key(), tenantId: words(), certificate: words(), privateKey: words(), createdAt: time() },
  keysAndIndexes('samlKeys'),
)

export const samlSessions = pgTable(
  'samlSessions',
  {
    id: key(),
    connectionId: words(),
    tenantId: words(),
    userId: words(),
    nameId: words(),
    nameIdFormat: words(),
    sessionIndex: words(),
    idToken: optionalWords(),
    createdAt: time(),
    expiresAt: time(),
  },
  keysAndIndexes('samlSessions'),
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

export const ssoSetups = pgTable(
  'ssoSetups',
  {
    id: key(),
    tenantId: words(),
    name: words(),
    metadataUrl: words(),
    enabledAt: optionalTime(),
    lastSignInAt: optionalTime(),
    enforced: flag(),
    exemptUserIds: words(),
    test: words(),
    updatesRoles: flag().default(false),
    metadataWarnings: words().default('[]'),
    ...dates(),
  },
  keysAndIndexes('ssoSetups'),
)

export const ssoFailures = pgTable(
  'ssoFailures',
  { id: key(), connectionId: words(), tenantId: words(), reason: words(), createdAt: time() },
  keysAndIndexes('ssoFailures'),
)
