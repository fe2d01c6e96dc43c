import type { FeatureChunk } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import type { Appearance } from '../../feature/page-fields.ts'
import type { Viewer } from '../../parts/viewer/viewer.ts'

export type SecurityAbility =
  | 'read'
  | 'edit'
  | 'seeUsers'
  | 'changeUsers'
  | 'removeUsers'
  | 'readDomains'
  | 'editDomains'
  | 'deleteDomains'

export interface SecurityState {
  viewer?: Viewer<SecurityAbility>
  /** Number of policies saved since the page was opened. */
  changes: number
}

export const initialSecurity: SecurityState = { changes: 0 }

/** Tabs in display order; also the values of `tab` in the URL. */
export const TAB_IDS = ['center', 'sessions', 'general', 'ip', 'domains'] as const
export type TabId = (typeof TAB_IDS)[number]

/** Props that the page passes to a tab. `location` is the part of the URL that belongs to the tab. */
export interface TabProps extends PageProps {
  viewer: Viewer<SecurityAbility>
  /** Returns how a field of the tab appears to this user: also `viewOnly` if they lack the permission to change it. */
  appearanceOf(field: string): Appearance
  /** Returns the same for a field of another tab. */
  appearanceIn(tab: TabId, field: string): Appearance
  /** The tabs that this user can see. */
  tabs: readonly TabId[]
  /** Name of the control that a link points to; see `useFocusOn`. */
  focus: string | undefined
  /** Opens a tab, optionally at one of its controls. Asks before unsaved changes are lost. */
  go(tab: TabId, focus?: string): void
  /** Called when a policy was saved, so that the security center reloads its data. */
  changed(): void
  /** Number of calls of `changed`. */
  changes: number
}

export interface TabDefinition {
  id: TabId
  /** Name in a host's options and the portal's metadata. @default none: the tab is always shown */
  name?: 'sessionManagement' | 'generalSettings' | 'ipRestrictions' | 'domainRestrictions'
  /** Feature flag that must be on. @default the tab needs none */
  featureFlag?: string
  load(): Promise<FeatureChunk<TabProps>>
}

export interface SecurityActions {
  open(): void
  changed(): void
}
