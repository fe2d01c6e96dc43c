import type { FeatureChunk } from './define.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageLocation } from './page-location.ts'

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
