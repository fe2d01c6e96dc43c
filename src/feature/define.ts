import type { ComponentType } from 'react'
import type { Catalogue, MessageSet, Translate } from './messages.ts'
import type { Slice } from './slice.ts'

export type Visibility = 'always' | 'hidden' | 'byPermissions'

/** What a page's or flow's own chunk exports as `feature`. */
export interface FeatureModule<Own, Actions, Texts extends Catalogue> {
  initial: Own
  slice: Slice<Own, Actions>
  messages: MessageSet<Texts>
  /** Rendered with the branch of the store, the bound actions and the texts. */
  Component: ComponentType<FeatureProps<Own, Actions, Texts>>
}

export interface FeatureProps<Own, Actions, Texts extends Catalogue> {
  state: Own
  actions: Actions
  t: Translate<Texts>
}

/** Types are checked where a feature is defined; the registry only carries it. */
// biome-ignore lint/suspicious/noExplicitAny: existential type of a heterogeneous registry
export type AnyFeature = FeatureModule<any, any, any>

export const defineFeature = <Own, Actions, Texts extends Catalogue>(
  feature: FeatureModule<Own, Actions, Texts>,
): FeatureModule<Own, Actions, Texts> => feature

export interface PageDefinition {
  /** Wire name of the navigation entry (seed 000 §2). */
  id: string
  /** Slug in the deep link `#/admin-box/<slug>`. */
  slug: string
  /** Key of the menu title in the shell's catalogue. */
  titleKey: string
  group: 'you' | 'organisation' | 'security' | 'developers'
  /** Name of an icon of `ui/icon`. */
  icon: string
  visibility: Visibility
  permissions: readonly string[]
  featureFlag?: string
  load(): Promise<{ feature: AnyFeature }>
}

export const definePage = (page: PageDefinition): PageDefinition => page

export interface FlowDefinition {
  id: string
  /** The auth routes this flow draws. */
  routes: readonly (keyof import('../rules/auth-routes.ts').AuthRoutes)[]
  load(): Promise<{ feature: AnyFeature }>
  /** Given where the code travels with whatever names the flow: it is drawn without waiting. */
  feature?: AnyFeature
}

export const defineFlow = (flow: FlowDefinition): FlowDefinition => flow

/** The flow whose code is in the first file (src/decisions/0008). */
export const defineFirstFlow = (flow: Omit<FlowDefinition, 'load'> & { feature: AnyFeature }): FlowDefinition => ({
  ...flow,
  load: async () => ({ feature: flow.feature }),
})
