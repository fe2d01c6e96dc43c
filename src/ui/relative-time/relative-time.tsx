import { formatDate, formatRelative, type Moment } from '../../i18n/formatting.ts'
import { useLocale } from '../locale/locale.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'

export interface RelativeTimeProps {
  at: Moment | null | undefined
  /** Said when there is no time, such as "Never". */
  none?: string
}

/** "2 minutes ago", with the exact time in the account's time zone on hover and focus. */
export const RelativeTime = ({ at, none = '' }: RelativeTimeProps) => {
  const { language, dates, now } = useLocale()
  const words = at == null ? '' : formatRelative(at, now(), { language })
  if (!words || at == null) return none
  return (
    <Tooltip text={() => formatDate(at, { ...dates, time: 'full' })} focusable>
      <time dateTime={new Date(at).toISOString()}>{words}</time>
    </Tooltip>
  )
}
