import { formatRelative } from '../../i18n/formatting.ts'
import { formatDate, type Moment } from '../../rules/account-date.ts'
import { useLocale } from '../locale/locale.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'

interface RelativeTimeProps {
  at: Moment | null | undefined
  /** Shown when there is no time, such as "Never". */
  none?: string
  /** Always shows the date. "In 4 weeks" can't be compared with a calendar. */
  absolute?: boolean
}

/** For older times, a date is clearer than "2 months ago". */
const MAX_RELATIVE_MS = 30 * 86_400_000

/** Shows "2 minutes ago" or a date, with the exact time in the account's time zone on hover and focus. */
export const RelativeTime = ({ at, none = '', absolute = false }: RelativeTimeProps) => {
  const { language, dates, now } = useLocale()
  const textOf = (moment: Moment) => {
    const isFar = Math.abs(new Date(moment).getTime() - now()) > MAX_RELATIVE_MS
    return absolute || isFar ? formatDate(moment, dates) : formatRelative(moment, now(), { language })
  }
  const words = at == null ? '' : textOf(at)
  if (!words || at == null) return none
  return (
    <Tooltip text={() => formatDate(at, { ...dates, time: 'full' })} focusable>
      <time dateTime={new Date(at).toISOString()}>{words}</time>
    </Tooltip>
  )
}
