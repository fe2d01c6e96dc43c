import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { GroupRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, maybeTime, maybeWords, time, words } from '../columns.ts'

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
    phone: maybeWords(),
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
    isBreachedPassword: flag().default(false),
    mustUseMfa: flag().default(false),
    directoryId: maybeWords(),
    disabledAt: maybeTime(),
    mappedRoles: maybeWords(),
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
