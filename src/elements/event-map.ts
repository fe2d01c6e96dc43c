import type { RecordEvent } from '../feature/page-facts.ts'

/** Detail of every record's events, in addition to the record's own fields. */
interface RecordDetail {
  id?: string
  [field: string]: unknown
}

interface Actions {
  /**
   * A user signed in with this box.
   *
   * @example document.addEventListener('fe-sign-in', (event) => console.log(event.detail.email))
   */
  'sign-in': { email: string; userId?: string }
  /**
   * A user created an account.
   *
   * @example document.addEventListener('fe-sign-up', (event) => console.log(event.detail.email))
   */
  'sign-up': { email: string; [field: string]: unknown }
  /**
   * The session ended: here, in another tab or on the server.
   *
   * @example document.addEventListener('fe-before-sign-out', (event) => event.preventDefault())
   */
  'sign-out': Record<string, never>
  /**
   * The user switched to another of their tenants.
   *
   * @example document.addEventListener('fe-switch-tenant', (event) => console.log(event.detail.tenantId))
   */
  'switch-tenant': { tenantId: string }
  /**
   * A user confirmed their identity again, with a second factor at most `maxAge` seconds old. The before-event
   * announces that they are about to be asked, by `stepUp` or because the API requires it; if it is canceled, they stay
   * where they are.
   *
   * @example document.addEventListener('fe-step-up', (event) => console.log(event.detail.maxAge))
   */
  'step-up': { maxAge?: number }
  /**
   * The active account bought a plan. The before-event announces that the user is about to buy it; if it is canceled,
   * nothing is charged.
   *
   * @example document.addEventListener('fe-checkout', (event) => console.log(event.detail.planId))
   */
  checkout: { planId: string }
  /**
   * A plan of the pricing table was chosen; sign-up or the checkout follows. If the before-event is canceled, the host
   * takes over.
   *
   * @example document.addEventListener('fe-choose-plan', (event) => console.log(event.detail.planId))
   */
  'choose-plan': { planId: string }
}

type RecordActions = { [name in RecordEvent]: RecordDetail }

type Details = Actions & RecordActions

/**
 * Events of the elements; they bubble and leave the shadow root. Each action has `fe-before-<action>`, which
 * `preventDefault()` cancels, and `fe-<action>` after it happened. The list is fixed.
 *
 * @example document.addEventListener('fe-sign-in', (event) => console.log(event.detail.email))
 */
export type FeEventMap = { [name in keyof Details as `fe-${name}`]: CustomEvent<Details[name]> } & {
  [name in keyof Details as `fe-before-${name}`]: CustomEvent<Details[name]>
} & {
  /**
   * An account was proven to belong to its email address.
   *
   * @example document.addEventListener('fe-user-verified', (event) => console.log(event.detail.email))
   */
  'fe-user-verified': CustomEvent<{ email: string; origin: string; [field: string]: unknown }>
  /**
   * Features, plans or permissions of the signed-in user were loaded, or have changed.
   *
   * @example document.addEventListener('fe-entitlements-change', (event) => console.log(event.detail.entitlements))
   */
  'fe-entitlements-change': CustomEvent<{ entitlements: unknown }>
  /**
   * A chunk did not load (`load-failed`), a part could not be rendered (`render-failed`), an element could not start
   * (`app-failed`), or a plan could not be bought (`checkout-failed`).
   *
   * @example document.addEventListener('fe-error', (event) => console.error(event.detail.code, event.detail.message))
   */
  'fe-error': CustomEvent<{
    code: 'load-failed' | 'render-failed' | 'app-failed' | 'checkout-failed'
    id?: string
    message?: string
  }>
}

declare global {
  interface DocumentEventMap extends FeEventMap {}
  interface HTMLElementEventMap extends FeEventMap {}
}
