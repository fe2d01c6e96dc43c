import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { ListType } from '../../../../entities/policies.ts'
import type { IpConfigRecord, IpRestrictionRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, optionalTime, optionalWords, time, words } from '../columns.ts'

export const tenants = pgTable(
  'tenants',
  {
    id: key(),
    name: words(),
    nameFolded: words(),
    parentId: optionalWords(),
    founderId: optionalWords(),
    isReseller: flag(),
    alias: optionalWords(),
    hasCustomLogin: flag(),
    metadata: words(),
    settings: words(),
    suspendedAt: optionalTime(),
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

export const policies = pgTable(
  'policies',
  { id: key(), tenantId: optionalWords(), kind: words(), value: words(), ...dates() },
  keysAndIndexes('policies'),
)

export const domainRules = pgTable(
  'domainRules',
  { id: key(), tenantId: words(), type: words().$type<ListType>(), domain: words(), createdAt: time() },
  keysAndIndexes('domainRules'),
)

export const pictures = pgTable(
  'pictures',
  { id: key(), ownerId: words(), type: words(), data: words(), createdAt: time() },
  keysAndIndexes('pictures'),
)

export const deletions = pgTable(
  'deletions',
  {
    id: key(),
    kind: words().$type<'user' | 'tenant'>(),
    requestedById: words(),
    requestedByEmail: words(),
    dueAt: time(),
    createdAt: time(),
  },
  keysAndIndexes('deletions'),
)

export const ipConfigs = pgTable(
  'ipConfigs',
  {
    id: key(),
    isActive: flag(),
    strategy: words().$type<IpConfigRecord['strategy']>(),
    revision: words(),
    ...dates(),
  },
  keysAndIndexes('ipConfigs'),
)

export const ipRestrictions = pgTable(
  'ipRestrictions',
  {
    id: key(),
    tenantId: words(),
    ip: words(),
    strategy: words().$type<IpRestrictionRecord['strategy']>(),
    isActive: flag(),
    description: words(),
    ...dates(),
  },
  keysAndIndexes('ipRestrictions'),
)
