/** The part of the URL that belongs to one page of the portal: what follows `?` in its deep link. */
export interface PageLocation {
  /** Without the question mark. */
  search: string
  /** `push` makes a step that the back button undoes; `replace` corrects the current one. */
  write(search: string, how: 'push' | 'replace'): void
}
