import type { AuditColumn, AuditRow } from '../../entities/audits.ts'
import type { Translate } from '../../i18n/messages.ts'
import { jsonText } from '../../kernel/safe-json.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import type { Tone } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { AuditsActions } from './audits.actions.ts'
import { type AuditsTexts, auditsMessages } from './audits.messages.ts'
import type { ListedAudit } from './audits.state.ts'

type Words = Translate<AuditsTexts>

/** Columns for a backend whose columns couldn't be loaded. */
export const FALLBACK_COLUMNS: readonly AuditColumn[] = (
  [
    ['createdAt', 'Timestamp'],
    ['email', 'Email'],
    ['action', 'AlphaNumeric'],
    ['severity', 'Severity'],
    ['ip', 'IpAddress'],
  ] as const
).map(([name, type]) => ({
  _id: name,
  name,
  displayName: name,
  type,
  sortable: name === 'createdAt',
  filterable: true,
  showInTable: true,
  showInMoreInfo: 'false',
  isPredefined: true,
}))

const TONES: Readonly<Record<string, Tone>> = {
  info: 'neutral',
  low: 'neutral',
  medium: 'info',
  high: 'warning',
  error: 'danger',
  critical: 'danger',
}

const isKnown = (name: string): name is keyof AuditsTexts => Object.hasOwn(auditsMessages.texts, name)

/** Returns the header. Columns that every backend has are translated; others have the backend's name. */
export const headerOf = ({ name, displayName, isPredefined }: AuditColumn, t: Words): string =>
  isPredefined && isKnown(name) ? t(name) : displayName || name

export const cellValue = (row: AuditRow, name: string): unknown =>
  Object.hasOwn(row, name) ? row[name as keyof AuditRow] : undefined

export const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? jsonText(value) : String(value)
}

export const SeverityBadge = ({ severity }: { severity: string }) => (
  <Badge tone={TONES[severity.toLowerCase()] ?? 'neutral'} dot>
    {severity}
  </Badge>
)

const AuditCell = ({ row, column }: { row: ListedAudit; column: AuditColumn }) => {
  const text = textOf(cellValue(row, column.name))
  if (!text) return <span className="fe-audits-muted">–</span>
  switch (column.type) {
    case 'Timestamp':
      return <RelativeTime at={text} none={text} />
    case 'Severity':
      return <SeverityBadge severity={text} />
    case 'IpAddress':
      return (
        <span className="fe-audits-ip">
          <Truncated text={text} />
        </span>
      )
    default:
      return <Truncated text={text} />
  }
}

/** A phone shows the action and its severity first, then time and user. All else is in the details. */
const PHONE: Readonly<Record<string, 'beside'>> = { Severity: 'beside' }

const WIDTHS: Readonly<Record<string, string>> = { Timestamp: '124px', Severity: '112px', IpAddress: '132px' }

/** Returns the column that identifies a row and opens its details. */
const titleColumn = (columns: readonly AuditColumn[]) =>
  columns.find(({ name }) => name === 'action') ?? columns.find(({ type }) => type === 'AlphaNumeric') ?? columns[0]

export const auditsColumns = (
  all: readonly AuditColumn[],
  t: Words,
  actions: Pick<AuditsActions, 'openDialog'>,
): Column<ListedAudit>[] => {
  const shown = all.filter(({ showInTable }) => showInTable)
  const title = titleColumn(shown)
  return shown.map((column) => ({
    id: column.name,
    header: headerOf(column, t),
    sortable: column.sortable,
    ...(WIDTHS[column.type] && { width: WIDTHS[column.type] }),
    ...(PHONE[column.type] && { phone: PHONE[column.type] }),
    ...(column.type === 'IpAddress' && { wide: true }),
    ...(column === title && { primary: true }),
    cell: (row) =>
      column === title ? (
        <RowLink onClick={() => actions.openDialog({ kind: 'details', row })}>
          <AuditCell row={row} column={column} />
        </RowLink>
      ) : (
        <AuditCell row={row} column={column} />
      ),
  }))
}
