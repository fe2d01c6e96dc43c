/** The part of the URL that belongs to one page of the portal: the query after `?` in its deep link. */
export interface PageLocation {
  /** Query without the question mark. */
  search: string
  /** Writes the query. `push` adds a step that the back button undoes; `replace` changes the current one. */
  write(search: string, how: 'push' | 'replace'): void
}
