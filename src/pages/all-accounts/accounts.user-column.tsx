import type { ReactNode } from 'react'
import { UserSummary, type UserSummaryProps } from '../../parts/user-summary/user-summary.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'

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
