import type { HostEvents } from '../feature/ports.ts'
import type { Logger } from '../kernel/logger.ts'
import type { EventCallbacks } from './options.ts'

/** Events that also have a callback in the options. */
const CALLBACKS: Readonly<Record<string, keyof EventCallbacks>> = {
  'user-verified': 'userVerified',
  'sign-up': 'signUpComplete',
  'invite-click': 'inviteMemberClicked',
  'invite-member': 'inviteMemberSubmit',
  'invite-members': 'inviteMembersSubmit',
  'open-page': 'adminBoxMenuClicked',
}

/** Names of the actions that are passed to `onFronteggEvent`, the function of a page that migrates. */
const ACTIONS: Readonly<Record<string, string>> = { 'user-verified': 'user_verified', 'sign-up': 'signup_completed' }

declare global {
  interface Window {
    onFronteggEvent?: unknown
  }
}

/**
 * Creates the dispatchers: `fe-before-<name>` can be canceled, `fe-<name>` reports what happened; both leave the shadow
 * root.
 */
export const createHostEvents = (
  target: () => EventTarget | undefined,
  callbacks: EventCallbacks = {},
  log: Logger,
): HostEvents => {
  const dispatch = (type: string, detail: unknown, cancelable: boolean) => {
    const element = target()
    // A host may replace the box during the sign-in that is reported; the event then goes to the document.
    const heard = element instanceof Node && !element.isConnected ? document : element
    return heard?.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable })) ?? true
  }
  const callBack = (name: string, detail: unknown) => {
    const key = Object.hasOwn(CALLBACKS, name) ? CALLBACKS[name] : undefined
    const callback = key && (callbacks[key] as ((detail: unknown) => void) | undefined) // each takes its own detail
    try {
      callback?.(detail)
    } catch (error) {
      log.error(`events.${key} threw`, error)
    }
  }
  const callPage = (name: string, detail: unknown) => {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
    try {
      const { onFronteggEvent } = window
      if (action && typeof onFronteggEvent === 'function') onFronteggEvent(action, detail)
    } catch (error) {
      log.error('window.onFronteggEvent threw', error)
    }
  }
  return {
    before: (name, detail) => dispatch(`fe-before-${name}`, detail, true),
    after(name, detail) {
      dispatch(`fe-${name}`, detail, false)
      callBack(name, detail)
      callPage(name, detail)
    },
  }
}
