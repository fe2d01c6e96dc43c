/** The content of a report, regardless of the format that it is printed in. */
export interface PrintedReport {
  title: string
  /** The account and the period that it covers. */
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  tables: readonly ReportTable[]
}

export interface ReportTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  /** Shown instead of a table without rows. */
  empty: string
}
