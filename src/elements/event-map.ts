/** What every record's events carry; the record's own fields come with it. */
export interface RecordDetail {
  id?: string
  [field: string]: unknown
}

/** Portal records with create, update and delete events. */
export type PortalRecord =
  | 'user'
  | 'role'
  | 'group'
  | 'api-token'
  | 'webhook'
  | 'sso-connection'
  | 'provisioning-connection'
  | 'sub-account'
  | 'session'
  | 'policy'
  | 'profile'
  | 'account'

interface Actions {
  'sign-in': { email: string; userId?: string }
  'sign-up': { email: string; [field: string]: unknown }
  'sign-out': Record<string, never>
  'switch-tenant': { tenantId: string }
  'step-up': { maxAge?: number }
}

type RecordActions = { [name in `${'create' | 'update' | 'delete'}-${PortalRecord}`]: RecordDetail }

type Details = Actions & RecordActions

/**
 * The events of the elements; they bubble and leave the shadow root. Each action has `fe-before-<action>`, which
 * `preventDefault()` stops, and `fe-<action>`, after it happened. The list is fixed.
 *
 * @example document.addEventListener('fe-sign-in', (event) => console.log(event.detail.email))
 */
export type FeEventMap = { [name in keyof Details as `fe-${name}`]: CustomEvent<Details[name]> } & {
  [name in keyof Details as `fe-before-${name}`]: CustomEvent<Details[name]>
} & {
  'fe-user-verified': CustomEvent<{ email: string; origin: string; [field: string]: unknown }>
  /** A chunk did not load (`load-failed`), a part could not be drawn (`render-failed`), or an element could not start (`app-failed`). */
  'fe-error': CustomEvent<{ code: 'load-failed' | 'render-failed' | 'app-failed'; id?: string; message?: string }>
}
