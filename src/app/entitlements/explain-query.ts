/** What to explain. */
export interface ExplainQuery {
  feature?: string
  permission?: string
}
