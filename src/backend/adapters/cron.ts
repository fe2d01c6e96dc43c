import { CronExpressionParser } from 'cron-parser'

/** The first time after `after` that a five-field crontab means in a time zone; `undefined` when either is malformed. */
export const nextRun = (cron: string, tz: string, after: number): number | undefined => {
  try {
    return CronExpressionParser.parse(cron, { tz, currentDate: new Date(after) })
      .next()
      .getTime()
  } catch {
    return undefined
  }
}
