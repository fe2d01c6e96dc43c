import type { ReactNode } from 'react'
import type { MenuItem } from '../menu/menu-popover.tsx'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  sortable?: boolean
  /** A CSS width such as `160px` or `30%`. */
  width?: string
  align?: 'start' | 'end'
  /** Shown as the heading of the card on narrow screens. */
  primary?: boolean
  /**
   * On narrow screens, cells move to the end of the first line or are hidden; hidden ones also give way in a table that would
   * be too wide. @default below the name, with the header
   */
  phone?: 'beside' | 'hidden'
  /**
   * The column is hidden where the table is narrower than 760 px, or where the identifying column would be cut.
   * @default shown
   */
  wide?: boolean
  /** Labels of the column's sort directions in the head, such as "A–Z". @default only an arrow */
  orders?: Readonly<Record<Sort['direction'], string>>
  /** The column's cells begin with a user's picture. */
  avatar?: boolean
}

export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  /** Returns the name of a row for its checkbox and menu. */
  rowLabel(row: Row): string
  /** While `loading`, existing rows stay visible but dimmed. */
  state: 'loading' | 'ready' | 'error'
  error?: string | undefined
  onRetry?: () => void
  /** Rendered instead of the body when there are no rows. */
  empty?: ReactNode
  /** While `loading`, `empty` stays instead of placeholders. @default false */
  staysEmpty?: boolean
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: ReadonlySet<string>
  onSelectionChange?: (selection: ReadonlySet<string>) => void
  /**
   * Called for a click on a row outside its controls. The row's name should be a button that does the same. @default
   * nothing
   */
  onOpen?: ((row: Row) => void) | undefined
  /** Ids of rows that were just added or changed. They are highlighted and scrolled into view. @default none */
  fresh?: readonly string[] | undefined
  rowMenu?: (row: Row) => readonly MenuItem[]
  /** Returns whether a row has the menu. @default all */
  hasMenu?: (row: Row) => boolean
  /** The number of all rows, when `rows` is one page of them. */
  total?: number
  /** Index of the first row of `rows` in the whole list. @default 0 */
  offset?: number
  /** @default 8 */
  skeletonRows?: number
}
