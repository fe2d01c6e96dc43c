import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { ScimSource } from '../../../../entities/sso.ts'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

export const directoryConnections = pgTable(
  'directoryConnections',
  {
    id: key(),
    tenantId: words(),
    source: words().$type<ScimSource>(),
    name: words(),
    syncToUserManagement: flag(),
    tokenHash: words(),
    ownerId: words(),
    ...dates(),
    isIndexed: flag(),
    lastSyncAt: optionalTime(),
  },
  keysAndIndexes('directoryConnections'),
)

export const directoryUsers = pgTable(
  'directoryUsers',
  {
    id: key(),
    connectionId: words(),
    tenantId: words(),
    memberId: optionalWords(),
    isCreator: flag(),
    active: flag(),
    userNameKey: words(),
    externalIdKey: words(),
    displayNameKey: words(),
    givenNameKey: words(),
    familyNameKey: words(),
    emailsText: words(),
    searchText: words(),
    searchTextFolded: words(),
    valuesText: words(),
    resource: words(),
    version: integer().notNull(),
    ...dates(),
  },
  keysAndIndexes('directoryUsers'),
)

export const directoryGroups = pgTable(
  'directoryGroups',
  {
    id: key(),
    connectionId: words(),
    tenantId: words(),
    displayNameKey: words(),
    externalIdKey: words(),
    searchText: words(),
    searchTextFolded: words(),
    resource: words(),
    version: integer().notNull(),
    ...dates(),
  },
  keysAndIndexes('directoryGroups'),
)

export const directoryMemberships = pgTable(
  'directoryMemberships',
  { id: key(), connectionId: words(), groupId: words(), userId: words(), createdAt: time() },
  keysAndIndexes('directoryMemberships'),
)
