import { useEffect } from 'react'
import { useRuntime } from '../../../feature/feature-context.tsx'
import { unreadToken } from '../../../rules/date-pattern.ts'

const adviceFor = (kind: 'date' | 'time', pattern: string | undefined): string | undefined => {
  const token = pattern ? unreadToken(kind, pattern) : undefined
  if (token === undefined) return undefined
  const problem = token ? `has "${token}", which isn't supported` : 'lacks the day, the month or the year'
  return `The account's ${kind} format "${pattern}" ${problem}. The format of the user's language is used instead.`
}

/** Names in the console what keeps a format that the account stores from being used. */
export const useFormatAdvice = ({
  dateFormat,
  timeFormat,
}: {
  dateFormat?: string
  timeFormat?: string
} = {}): void => {
  const { log } = useRuntime().deps
  useEffect(() => {
    for (const advice of [adviceFor('date', dateFormat), adviceFor('time', timeFormat)]) if (advice) log.warn(advice)
  }, [log, dateFormat, timeFormat])
}
