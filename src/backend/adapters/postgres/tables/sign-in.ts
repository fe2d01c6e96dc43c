import { bigint, integer, pgTable } from 'drizzle-orm/pg-core'
import { dates, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

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
    revokedAt: optionalTime(),
    amr: optionalWords(),
    authTime: optionalTime(),
    lastActiveAt: optionalTime(),
    refreshedAt: optionalTime(),
    actorId: optionalWords(),
    actorSessionId: optionalWords(),
    idleSeconds: integer(),
    absoluteSeconds: integer(),
    visits: optionalWords(),
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
    revokedAt: optionalTime(),
  },
  keysAndIndexes('oauthGrants'),
)

export const oauthClients = pgTable(
  'oauthClients',
  {
    id: key(),
    name: words(),
    secretHash: words(),
    redirectUris: words(),
    postLogoutRedirectUris: words(),
    ...dates(),
  },
  keysAndIndexes('oauthClients'),
)

export const factors = pgTable(
  'factors',
  {
    id: key(),
    userId: words(),
    kind: words(),
    credentialId: optionalWords(),
    value: words(),
    counter: bigint({ mode: 'number' }).notNull(),
    createdAt: time(),
    lastUsedAt: optionalTime(),
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
    userId: optionalWords(),
    tenantId: optionalWords(),
    tokenHash: words(),
    tries: integer().notNull(),
    usedAt: optionalTime(),
    createdAt: time(),
    expiresAt: time(),
    detail: words(),
  },
  keysAndIndexes('tickets'),
)

export const attempts = pgTable(
  'attempts',
  { id: key(), count: integer().notNull(), windowEndsAt: time() },
  keysAndIndexes('attempts'),
)

export const apiTokens = pgTable(
  'apiTokens',
  {
    id: key(),
    tenantId: words(),
    userId: optionalWords(),
    kind: words(),
    secretHash: words(),
    description: words(),
    roleIds: words(),
    createdByUserId: optionalWords(),
    guarantorId: optionalWords(),
    createdAt: time(),
    expiresAt: optionalTime(),
    lastUsedAt: optionalTime(),
    lastIpAddress: optionalWords(),
  },
  keysAndIndexes('apiTokens'),
)
