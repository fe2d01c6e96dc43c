import { pgTable } from 'drizzle-orm/pg-core'
import type { ReportScheduleRecord } from '../../../store/records.ts'
import { dates, flag, key, keysAndIndexes, maybeWords, time, words } from '../columns.ts'

export const reportSchedules = pgTable(
  'reportSchedules',
  {
    id: key(),
    tenantId: words(),
    templateId: words(),
    type: words().$type<ReportScheduleRecord['type']>(),
    status: words(),
    interval: words().$type<ReportScheduleRecord['interval']>(),
    cron: words(),
    tz: words(),
    isActive: flag(),
    dataFilters: words(),
    guarantorId: maybeWords(),
    nextRunAt: time(),
    ...dates(),
  },
  keysAndIndexes('reportSchedules'),
)
