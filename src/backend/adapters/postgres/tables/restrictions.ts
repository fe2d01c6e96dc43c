import { pgTable } from 'drizzle-orm/pg-core'
import type { IpConfigRecord, IpRestrictionRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, words } from '../columns.ts'

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
