import { type SQL, sql } from 'drizzle-orm'
import { index, integer, pgTable } from 'drizzle-orm/pg-core'
import type { GroupRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

export const users = pgTable(
  'users',
  {
    id: key(),
    email: words(),
    emailFolded: words(),
    name: words(),
    nameFolded: words(),
    phone: optionalWords(),
    profilePictureUrl: optionalWords(),
    passwordHash: optionalWords(),
    verified: flag(),
    provider: words(),
    mfaEnrolled: flag(),
    isBreachedPassword: flag(),
    superUser: flag(),
    tenantId: words(),
    metadata: words(),
    failedLogins: integer().notNull(),
    lockedAt: optionalTime(),
    createdAt: time(),
    lastLogin: optionalTime(),
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
    phone: optionalWords(),
    verified: flag(),
    isLocked: flag(),
    mfaEnrolled: flag(),
    provider: words(),
    roleIds: words(),
    roleIdsFolded: words(),
    groupIds: optionalWords(),
    groupIdsFolded: optionalWords(),
    factor: optionalWords(),
    activated: flag(),
    invitedAt: optionalTime(),
    temporaryUntil: optionalTime(),
    createdAt: time(),
    lastLogin: optionalTime(),
    subAccountAccess: flag().default(false),
    isBreachedPassword: flag().default(false),
    mustUseMfa: flag().default(false),
    directoryId: optionalWords(),
    disabledAt: optionalTime(),
    mappedRoles: optionalWords(),
  },
  (table) => {
    const byName = (name: string, where: SQL) =>
      index(`members_${name}_idx`).on(table.tenantId, table.nameFolded, table.id).where(where)
    return [
      ...keysAndIndexes('members')(table),
      // Few members meet these conditions of the users page. Each index has only those members, in the order of the
      // page, so they are counted and paged without reading the table.
      byName('invitation', sql`not "activated" and "disabledAt" is null`),
      byName('locked', sql`"isLocked" and "activated" and "disabledAt" is null`),
      byName('unverified', sql`not "verified" and not "isLocked" and "activated" and "disabledAt" is null`),
      byName('deactivated', sql`"disabledAt" is not null`),
      byName('temporary', sql`"temporaryUntil" is not null`),
      byName('breached', sql`"isBreachedPassword" and "activated"`),
      byName('unused', sql`"lastLogin" is null and "activated"`),
      index('members_provider_idx')
        .on(table.tenantId, table.provider, table.nameFolded, table.id)
        .where(sql`"provider" <> 'local' and "directoryId" is null`),
      // Finds temporary access that has ended, in all accounts.
      index('members_ending_idx').on(table.temporaryUntil, table.id).where(sql`"temporaryUntil" is not null`),
      // Finds members whom a directory deactivated lately, in all accounts.
      index('members_disabled_idx').on(table.disabledAt, table.id).where(sql`"disabledAt" is not null`),
    ]
  },
)

export const roles = pgTable(
  'roles',
  {
    id: key(),
    tenantId: optionalWords(),
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
    color: optionalWords(),
    description: words(),
    metadata: optionalWords(),
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
