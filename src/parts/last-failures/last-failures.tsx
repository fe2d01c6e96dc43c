import type { ConnectionFailure } from '../../entities/sso.ts'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './last-failures.css'

interface LastFailuresProps {
  failures: readonly ConnectionFailure[]
  /** Name of the list. */
  label: string
  textOf(reason: string): string
}

/** Shows the recent failures of a connection, with their times. */
export const LastFailures = ({ failures, label, textOf }: LastFailuresProps) => {
  useSheet(css)
  return (
    <ul className="fe-last-failures" aria-label={label}>
      {failures.map(({ reason, at }) => (
        <li key={`${String(at)} ${reason}`}>
          <span>{textOf(reason)}</span>
          <span className="fe-last-failures-time">
            <RelativeTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
