import { pgTable } from 'drizzle-orm/pg-core'
import type { NotificationStateRecord } from '../../../store/records.ts'
import { flag, key, keysAndIndexes, time, words } from '../columns.ts'

export const notificationStates = pgTable(
  'notificationStates',
  {
    id: key(),
    userId: words(),
    tenantId: words(),
    eventId: words(),
    status: words().$type<NotificationStateRecord['status']>(),
    isPinned: flag(),
    createdAt: time(),
  },
  keysAndIndexes('notificationStates'),
)
