import type { ReactNode } from 'react'
import type { TenantType } from '../../entities/tenants.ts'
import { formatDate, formatNumber } from '../../i18n/formatting.ts'
import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { UserSummary, type UserSummaryProps } from '../../parts/user-summary/user-summary.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { AccountsTexts } from './all-accounts.messages.ts'
import { ACCOUNTS_PAGE, type AccountRow, type TreeLine } from './all-accounts.state.ts'

type Words = Translate<AccountsTexts>

const INDENT_PX = 22

const TYPE_TEXT = {
  customer: 'typeCustomer',
  spam: 'typeSpam',
  test: 'typeTest',
  reseller: 'typeReseller',
  headquarter: 'typeHeadquarter',
} as const satisfies Record<TenantType, keyof AccountsTexts>

const TypeBadge = ({ type, t }: { type: TenantType | undefined; t: Words }) =>
  type ? (
    <Badge tone={type === 'reseller' || type === 'headquarter' ? 'accent' : 'neutral'}>{t(TYPE_TEXT[type])}</Badge>
  ) : (
    <span className="fe-accounts-muted">{t('unknown')}</span>
  )

/** Status of an account: its purpose, and limits of its use. */
export const StatusBadges = ({ row, t }: { row: AccountRow; t: Words }) => {
  const { dates } = useLocale()
  const { type, isSuspended, trialEndsAt } = row
  return (
    <span className="fe-accounts-badges">
      <TypeBadge type={type} t={t} />
      {isSuspended && <Badge tone="danger">{t('suspendedBadge')}</Badge>}
      {trialEndsAt && <Badge>{t('trialBadge', { date: formatDate(trialEndsAt, dates) })}</Badge>}
    </span>
  )
}

/** Actions of a line of the list. */
interface LineActions {
  toggle(id: string): void
  more(parentId: string): void
  retry(parentId: string): void
  open(row: AccountRow): void
}

const Toggle = ({ line, t, on }: { line: TreeLine & { kind: 'account' }; t: Words; on: LineActions }) => (
  <span className="fe-accounts-toggle">
    {line.row.isParent && (
      <IconButton
        size="s"
        icon="chevron-down"
        aria-expanded={line.isOpen}
        label={t(line.isOpen ? 'collapse' : 'expand', { name: line.row.name })}
        onClick={() => on.toggle(line.id)}
      />
    )}
  </span>
)

const Tail = ({ line, t, on }: { line: Exclude<TreeLine, { kind: 'account' }>; t: Words; on: LineActions }) => {
  if (line.kind === 'loading')
    return (
      <span className="fe-accounts-name fe-accounts-muted" role="status">
        <Spinner /> {t('loading')}
      </span>
    )
  if (line.kind === 'failed')
    return (
      <span className="fe-accounts-name">
        <span>{t('branchFailed')}</span>
        <Button size="s" onClick={() => on.retry(line.parentId)}>
          {t('retry')}
        </Button>
      </span>
    )
  return (
    <Button size="s" onClick={() => on.more(line.parentId)}>
      {t('showMoreBtnText', { count: Math.min(ACCOUNTS_PAGE, line.left) })}
    </Button>
  )
}

interface CellParts {
  t: Words
  on: LineActions
  /** The list is rendered as a tree whose branches can be opened. */
  isTree: boolean
}

const NameCell = ({ line, t, on, isTree }: CellParts & { line: TreeLine }) => {
  const style = isTree ? { paddingInlineStart: line.depth * INDENT_PX } : undefined
  if (line.kind !== 'account')
    return (
      <span style={style}>
        <Tail line={line} t={t} on={on} />
      </span>
    )
  return (
    <span className="fe-accounts-name" style={style}>
      {isTree && <Toggle line={line} t={t} on={on} />}
      <span className="fe-accounts-place">
        <RowLink onClick={() => on.open(line.row)}>
          <Truncated text={line.row.name} />
        </RowLink>
        {!isTree && line.row.path && (
          <span className="fe-accounts-place-path">
            <Truncated text={line.row.path} />
          </span>
        )}
      </span>
    </span>
  )
}

/** On a phone, deeper lines are indented no further. */
const MAX_LEVEL = 5

/** With a level, the number moves below the name of a tree on a phone, with the same indentation. */
const NumberCell = ({ value, level, t }: { value: number | undefined; level?: number | undefined; t: Words }) => {
  const { language } = useLocale()
  return (
    <span className="fe-accounts-number" data-level={level}>
      {value === undefined ? t('unknown') : formatNumber(value, { language })}
    </span>
  )
}

const ifAccount = (cell: (row: AccountRow) => ReactNode) => (line: TreeLine) =>
  line.kind === 'account' ? cell(line.row) : null

export const accountsColumns = (parts: CellParts): Column<TreeLine>[] => {
  const { t, isTree } = parts
  return [
    {
      id: 'name',
      header: t('accountColumn'),
      sortable: true,
      primary: true,
      width: '34%',
      cell: (line) => <NameCell {...parts} line={line} />,
    },
    {
      id: 'type',
      header: t('typeColumn'),
      phone: 'beside',
      cell: ifAccount((row) => <StatusBadges row={row} t={t} />),
    },
    {
      id: 'users',
      header: t('usersColumn'),
      align: 'end',
      cell: (line) =>
        line.kind === 'account' && (
          <NumberCell value={line.row.users} level={isTree ? Math.min(line.depth, MAX_LEVEL) : undefined} t={t} />
        ),
    },
    {
      id: 'below',
      header: t('belowColumn'),
      align: 'end',
      cell: ifAccount(({ below }) => <NumberCell value={below} t={t} />),
    },
    {
      id: 'createdAt',
      header: t('createdColumn'),
      wide: true,
      sortable: true,
      cell: ifAccount(({ createdAt }) => (
        <span className="fe-accounts-muted">
          <RelativeTime at={createdAt} none={t('unknown')} />
        </span>
      )),
    },
    {
      id: 'tenantId',
      header: t('idColumn'),
      wide: true,
      sortable: true,
      width: '150px',
      cell: ifAccount(({ id, name }) => (
        <span className="fe-accounts-id">
          <Truncated text={id} />
          <CopyButton text={id} label={t('copyId', { name })} />
        </span>
      )),
    },
  ]
}

interface UserColumnParts<Row> {
  header: string
  userOf(row: Row): UserSummaryProps['user']
  /** @default the name isn't a button */
  onOpen?(row: Row): void
  /** Returns a badge shown beside the name. */
  badgeOf?(row: Row): ReactNode
}

/** Returns the first column of a list of users. */
export const userColumn = <Row,>({ header, userOf, onOpen, badgeOf }: UserColumnParts<Row>): Column<Row> => ({
  id: 'name',
  header,
  sortable: true,
  primary: true,
  avatar: true,
  width: '34%',
  cell: (row) => (
    <UserSummary user={userOf(row)} onOpen={onOpen && (() => onOpen(row))}>
      {badgeOf?.(row)}
    </UserSummary>
  ),
})
