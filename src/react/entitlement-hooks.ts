import { useCallback, useMemo } from 'react'
import type { CustomAttributes, EntitledTo, EntitlementResult } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'
import { useSettings } from './use-headless.ts'

const NO_FEATURE: EntitlementResult = { isEntitled: false, justification: 'MISSING_FEATURE' }
const NO_PERMISSION: EntitlementResult = { isEntitled: false, justification: 'MISSING_PERMISSION' }

type Ask = (what: EntitledTo, custom?: CustomAttributes) => EntitlementResult

/** A new function whenever user or entitlements changed, so that hooks that depend on it run again. */
const useAsk = (): Ask => {
  const app = useFrontEntry()
  const { user } = useAuth()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the app evaluates from the user, entitlements included
  return useCallback<Ask>(
    (what, custom) =>
      app?.getEntitlements(what, custom) ?? (what.permissionKey === undefined ? NO_FEATURE : NO_PERMISSION),
    [app, user],
  )
}

/**
 * Whether the signed-in user is entitled to a feature or a permission, live.
 *
 * @throws OptionsError unless `entitlementsOptions.enabled` is set
 * @example const { isEntitled } = useEntitlements({ featureKey: 'sso' }, { region: 'eu' })
 */
export const useEntitlements = (what: EntitledTo, custom?: CustomAttributes): EntitlementResult =>
  useAsk()(what, custom)

/**
 * Whether the signed-in user may use a feature, live.
 *
 * @example const { isEntitled, justification } = useFeatureEntitlements('sso')
 */
export const useFeatureEntitlements = (key: string, custom?: CustomAttributes): EntitlementResult =>
  useAsk()({ featureKey: key }, custom)

/**
 * Whether the signed-in user holds a permission and every feature linked to it, live.
 *
 * @example const { isEntitled } = usePermissionEntitlements('fe.secure.read.audits')
 */
export const usePermissionEntitlements = (key: string, custom?: CustomAttributes): EntitlementResult =>
  useAsk()({ permissionKey: key }, custom)

/** Of {@link useEntitlementsActions}. */
export interface EntitlementsActions {
  isEntitledTo(what: EntitledTo, custom?: CustomAttributes): EntitlementResult
  loadEntitlements(callback?: (isLoaded: boolean) => void): void
}

/**
 * Checks and loading for event handlers; the object changes when the results may.
 *
 * @example const { isEntitledTo } = useEntitlementsActions()
 */
export const useEntitlementsActions = (): EntitlementsActions => {
  const app = useFrontEntry()
  const isEntitledTo = useAsk()
  return useMemo(
    () => ({
      isEntitledTo,
      loadEntitlements(callback) {
        if (app) app.loadEntitlements(callback)
        else callback?.(false)
      },
    }),
    [app, isEntitledTo],
  )
}

/** Of {@link useEntitlementsOptions}. */
export interface EntitlementsOptionsState {
  /** Whether `entitlementsOptions.enabled` is set. */
  isEntitlementsEnabled: boolean
  /** No, as long as they are not enabled. */
  isEntitledTo: Ask
  /** Whether the vendor's flag `admin-portal-use-is-entitled` is on. */
  verifyIsEntitledFF: boolean
}

/**
 * Whether the app judges entitlements at all, with the question itself; unlike the other hooks it never throws.
 *
 * @example
 * const Upsell = () => {
 *   const { isEntitlementsEnabled, isEntitledTo } = useEntitlementsOptions()
 *   return isEntitlementsEnabled && !isEntitledTo({ featureKey: 'sso' }).isEntitled ? <p>Ask for single sign-on</p> : null
 * }
 */
export const useEntitlementsOptions = (): EntitlementsOptionsState => {
  const { entitlements, flags } = useSettings()
  const ask = useAsk()
  const isEntitledTo = useCallback<Ask>(
    (what, custom) => (entitlements ? ask(what, custom) : NO_FEATURE),
    [entitlements, ask],
  )
  const verifyIsEntitledFF = flags['admin-portal-use-is-entitled'] === 'on'
  return { isEntitlementsEnabled: entitlements, isEntitledTo, verifyIsEntitledFF }
}
