import { CronExpressionParser } from 'cron-parser'
import { safeZone } from '../../rules/account-date.ts'

/**
 * Returns the first time after `after` at which a five-field crontab is due in a time zone, which may be written as that
 * of an account; `undefined` if either is malformed.
 */
export const nextRun = (cron: string, zone: string, after: number): number | undefined => {
  // The parser would read `local` as the zone of this server, and it knows more offsets than there are on Earth.
  const tz = safeZone(zone)?.replace(/^[+-]/, 'UTC$&') ?? (/^utc[+-]/i.test(zone) ? zone : undefined)
  if (tz === undefined) return undefined
  try {
    return CronExpressionParser.parse(cron, { tz, currentDate: new Date(after) })
      .next()
      .getTime()
  } catch {
    return undefined
  }
}
