import type { CustomAttributes } from '../app/entitlements/service.ts'
import type { PortalPageName } from '../navigation/portal-page-name.ts'
import type { ThemeToken } from '../theme/theme-token.ts'
import type { FeEventMap } from './event-map.ts'
import type { GateAttributes } from './gate/gate-attributes.ts'

/** Boolean attribute in markup: without a value, or with one of these values. */
type SwitchAttribute = boolean | '' | 'true' | 'false'

/** Attributes of `<fe-login-box>` in markup; each has a property of the same name in camel case. */
export interface LoginBoxMarkup {
  app?: string
  'base-url'?: string
  'client-id'?: string
  preview?: SwitchAttribute
}

/** Attributes of `<fe-admin-portal>` in markup; each has a property of the same name in camel case. */
export interface AdminPortalMarkup extends LoginBoxMarkup {
  page?: PortalPageName
  open?: SwitchAttribute
  mode?: 'inline' | 'dialog'
  'heading-level'?: '1' | '2' | '3' | '4' | '5' | 1 | 2 | 3 | 4 | 5
}

/** Attributes of `<fe-checkout>` in markup; each has a property of the same name in camel case. */
export interface CheckoutMarkup extends LoginBoxMarkup {
  'plan-id'?: string
  open?: SwitchAttribute
  mode?: 'inline' | 'dialog'
}

/** Attributes of `<fe-pricing-table>` in markup; each has a property of the same name in camel case. */
export interface PricingTableMarkup extends LoginBoxMarkup {}

/** Attributes of `<fe-gate>` in markup. */
export interface GateMarkup extends GateAttributes {}

/** `<fe-login-box>` in scripts. */
export interface FeLoginBoxElement extends HTMLElement {
  app?: string
  baseUrl?: string
  clientId?: string
  preview?: boolean
}

/** `<fe-admin-portal>` in scripts. */
export interface FeAdminPortalElement extends FeLoginBoxElement {
  page?: PortalPageName
  open?: boolean
  mode?: 'inline' | 'dialog'
  headingLevel?: string
}

/** `<fe-checkout>` in scripts. */
export interface FeCheckoutElement extends FeLoginBoxElement {
  planId?: string
  open?: boolean
  mode?: 'inline' | 'dialog'
}

/** `<fe-pricing-table>` in scripts. */
export interface FePricingTableElement extends FeLoginBoxElement {}

/** `<fe-gate>` in scripts. */
export interface FeGateElement extends HTMLElement {
  /** Attributes that rules of features may read; setting a new object takes effect at once. */
  customAttributes?: CustomAttributes
}

/**
 * Values for theme tokens, as in a style.
 *
 * @example const look: ThemeTokenValues = { '--fe-color-accent': '#0a7' }
 */
export type ThemeTokenValues = { [token in ThemeToken]?: string | number }

/** Markup of each element by tag, for the typings of frameworks. */
export interface FeElementMarkup {
  'fe-login-box': LoginBoxMarkup
  'fe-admin-portal': AdminPortalMarkup
  'fe-checkout': CheckoutMarkup
  'fe-pricing-table': PricingTableMarkup
  'fe-gate': GateMarkup & { customAttributes?: CustomAttributes }
}

/** Element types by tag. */
export interface FeElementTagNameMap {
  'fe-login-box': FeLoginBoxElement
  'fe-admin-portal': FeAdminPortalElement
  'fe-checkout': FeCheckoutElement
  'fe-pricing-table': FePricingTableElement
  'fe-gate': FeGateElement
}

declare global {
  interface HTMLElementTagNameMap extends FeElementTagNameMap {}
  /** Svelte checks its templates' markup against this type. */
  namespace svelteHTML {
    interface IntrinsicElements extends SvelteElements {}
  }
}

type SvelteListeners = { [name in keyof FeEventMap as `on${name}`]?: ((event: FeEventMap[name]) => void) | null }
type SvelteElements = {
  [tag in keyof FeElementMarkup]: FeElementMarkup[tag] & SvelteListeners & Record<string, unknown>
}
