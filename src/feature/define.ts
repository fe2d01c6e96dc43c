import type { ReactNode } from 'react'
import type { Catalog, MessageSet, Translate } from '../i18n/messages.ts'
import type { Slice } from './slice.ts'

/** A feature, exported by the chunk of a page, flow or part; `Given` are additional props that its host passes. */
export interface FeatureModule<Own, Actions, Texts extends Catalog, Given extends object = object> {
  initial: Own
  slice: Slice<Own, Actions>
  messages: MessageSet<Texts>
  /** Rendered with the branch of the store, the bound actions, the texts, and the host's props. */
  Component: (props: FeatureProps<Own, Actions, Texts> & Given) => ReactNode
}

export interface FeatureProps<Own, Actions, Texts extends Catalog> {
  state: Own
  actions: Actions
  t: Translate<Texts>
}

/** State, actions and texts are type-checked where a feature is defined; the registry only stores it. */
// biome-ignore lint/suspicious/noExplicitAny: existential type of a heterogeneous registry
export type AnyFeature<Given extends object = any> = FeatureModule<any, any, any, Given>

export const defineFeature = <Own, Actions, Texts extends Catalog, Given extends object = object>(
  feature: FeatureModule<Own, Actions, Texts, Given>,
): FeatureModule<Own, Actions, Texts, Given> => feature

/** The module that a feature loads: it exports one feature, under a name of its own. */
// biome-ignore lint/suspicious/noExplicitAny: same as above
export interface FeatureChunk<Given extends object = any> {
  [name: `${string}Feature`]: AnyFeature<Given>
  feature?: AnyFeature<Given>
}

export interface FlowDefinition {
  id: string
  /** Auth routes that this flow renders. */
  routes: readonly (keyof import('../rules/auth-routes.ts').AuthRoutes)[]
  load(): Promise<FeatureChunk>
  /** Set when the code is loaded together with the flow's definition; it then renders without waiting. */
  feature?: AnyFeature
}

export const defineFlow = (flow: FlowDefinition): FlowDefinition => flow

/** Defines the flow whose code is in the first file (src/decisions/0008). */
export const defineFirstFlow = (flow: Omit<FlowDefinition, 'load'> & { feature: AnyFeature }): FlowDefinition => ({
  ...flow,
  load: async () => ({ feature: flow.feature }),
})
