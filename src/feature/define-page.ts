import type { FeatureChunk } from './define.ts'
import type { PageFacts } from './page-facts.ts'

/** The part of the URL that belongs to one page of the portal: the query after `?` in its deep link. */
export interface PageLocation {
  /** Query without the question mark. */
  search: string
  /** Writes the query. `push` adds a step that the back button undoes; `replace` changes the current one. */
  write(search: string, how: 'push' | 'replace'): void
}

/** Props that the portal passes to every page. */
export interface PageProps {
  page: PageDefinition
  location: PageLocation
}

/** Facts about a page that the portal has before the page's chunk is loaded. */
export interface PageDefinition<Ability extends string = string> extends PageFacts<Ability> {
  load(): Promise<FeatureChunk<PageProps>>
}

export const definePage = <Ability extends string = string>(page: PageDefinition<Ability>): PageDefinition => page
