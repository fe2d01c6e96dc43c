import type { AnyFeature } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import type { Appearance } from '../../feature/page-fields.ts'
import type { Viewer } from '../../parts/viewer/viewer.ts'
import type { SecurityAbility } from './security.state.ts'

/** In the order of the page; also the value of `tab` in the URL. */
export const TAB_IDS = ['center', 'sessions', 'general', 'ip', 'domains'] as const
export type TabId = (typeof TAB_IDS)[number]

/** What the page passes to a tab. `location` is the part of the URL that belongs to the tab. */
export interface TabProps extends PageProps {
  viewer: Viewer<SecurityAbility>
  /** How a field of the tab appears to this user: `viewOnly` too when they lack the permission to change it. */
  appearanceOf(field: string): Appearance
  /** The same for a field of another tab. */
  appearanceIn(tab: TabId, field: string): Appearance
  /** The tabs this user sees. */
  tabs: readonly TabId[]
  /** Control that a link points to; see `useFocusOn`. */
  focus: string | undefined
  /** Opens a tab, at one of its controls. Asks before unsaved changes are lost. */
  go(tab: TabId, focus?: string): void
  /** A policy was saved: what the security center shows is out of date. */
  changed(): void
  /** How many times `changed` was called. */
  changes: number
}

export interface TabDefinition {
  id: TabId
  /** Name in a host's options and the portal's metadata. @default none: the tab is always shown */
  name?: 'sessionManagement' | 'generalSettings' | 'ipRestrictions' | 'domainRestrictions'
  /** It must be on. @default the tab needs none */
  featureFlag?: string
  load(): Promise<{ feature: AnyFeature<TabProps> }>
}

export const defineTab = (tab: TabDefinition): TabDefinition => tab
