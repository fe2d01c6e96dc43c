/** What a report shows, whatever it is printed as. */
export interface PrintedReport {
  title: string
  /** The account and the time that it covers. */
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  tables: readonly ReportTable[]
}

export interface ReportTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Shown in place of a table without rows. */
  empty: string
}
