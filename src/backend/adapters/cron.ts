import { CronExpressionParser } from 'cron-parser'

/**
 * Returns the first time after `after` at which a five-field crontab is due in a time zone; `undefined` if either is
 * malformed.
 */
export const nextRun = (cron: string, tz: string, after: number): number | undefined => {
  try {
    return CronExpressionParser.parse(cron, { tz, currentDate: new Date(after) })
      .next()
      .getTime()
  } catch {
    return undefined
  }
}
