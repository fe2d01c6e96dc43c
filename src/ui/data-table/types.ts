import type { ReactNode } from 'react'
import type { MenuItem } from '../menu/menu.props.ts'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  sortable?: boolean
  /** A css width such as `160px` or `30%`. */
  width?: string
  align?: 'start' | 'end'
  /** Heads the card on narrow screens. */
  primary?: boolean
  /** On narrow screens its cells are at the end of the first line, or left out. @default below the name, with the header */
  phone?: 'beside' | 'hidden'
  /** Left out where the table is narrower than 760 px, or where what names a row would be cut. @default shown */
  wide?: boolean
  /** What an order of this column is called in the head, such as "A–Z". @default only an arrow */
  orders?: Readonly<Record<Sort['direction'], string>>
  /** Its cells begin with a user's picture. */
  avatar?: boolean
}

export interface Sort {
  column: string
  direction: 'asc' | 'desc'
}

export interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId(row: Row): string
  /** Names a row in its checkbox and menu. */
  rowLabel(row: Row): string
  /** `loading` with rows keeps them, dimmed. */
  state: 'loading' | 'ready' | 'error'
  error?: string | undefined
  onRetry?: () => void
  /** Drawn in place of the body when there are no rows. */
  empty?: ReactNode
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selection?: ReadonlySet<string>
  onSelectionChange?: (selection: ReadonlySet<string>) => void
  /** A click on a row, beside its controls; its name should be a button that does the same. @default nothing */
  onOpen?: ((row: Row) => void) | undefined
  /** Ids of rows that were just added or changed: highlighted, and brought into view. @default none */
  fresh?: readonly string[] | undefined
  rowMenu?: (row: Row) => readonly MenuItem[]
  /** Which rows have that menu. @default all */
  hasMenu?: (row: Row) => boolean
  /** All rows there are, when `rows` is one page of them. */
  total?: number
  /** Place of the first row of `rows` among all. @default 0 */
  offset?: number
  /** @default 8 */
  skeletonRows?: number
}
