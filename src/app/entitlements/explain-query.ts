/** A feature or permission to explain. */
export interface ExplainQuery {
  feature?: string
  permission?: string
}
