import { useCallback, useMemo } from 'react'
import type { CustomAttributes, EntitledTo, EntitlementResult } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'
import { useSettings } from './use-headless.ts'

const NO_FEATURE: EntitlementResult = { isEntitled: false, justification: 'MISSING_FEATURE' }
const NO_PERMISSION: EntitlementResult = { isEntitled: false, justification: 'MISSING_PERMISSION' }

type Evaluate = (what: EntitledTo, custom?: CustomAttributes) => EntitlementResult

/** Returns a new function whenever the user or entitlements change, so that hooks that depend on it run again. */
const useEvaluate = (): Evaluate => {
  const app = useFrontEntry()
  const { user } = useAuth()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the app evaluates from the user, entitlements included
  return useCallback<Evaluate>(
    (what, custom) =>
      app?.getEntitlements(what, custom) ?? (what.permissionKey === undefined ? NO_FEATURE : NO_PERMISSION),
    [app, user],
  )
}

/**
 * Returns whether the signed-in user is entitled to a feature or a permission, and updates when that changes.
 *
 * @throws OptionsError unless `entitlementsOptions.enabled` is set
 * @example const { isEntitled } = useEntitlements({ featureKey: 'sso' }, { region: 'eu' })
 */
export const useEntitlements = (what: EntitledTo, custom?: CustomAttributes): EntitlementResult =>
  useEvaluate()(what, custom)

/**
 * Returns whether the signed-in user may use a feature, and updates when that changes.
 *
 * @example const { isEntitled, justification } = useFeatureEntitlements('sso')
 */
export const useFeatureEntitlements = (key: string, custom?: CustomAttributes): EntitlementResult =>
  useEvaluate()({ featureKey: key }, custom)

/**
 * Returns whether the signed-in user holds a permission and every feature linked to it, and updates when that changes.
 *
 * @example const { isEntitled } = usePermissionEntitlements('fe.secure.read.audits')
 */
export const usePermissionEntitlements = (key: string, custom?: CustomAttributes): EntitlementResult =>
  useEvaluate()({ permissionKey: key }, custom)

/** Result of {@link useEntitlementsActions}. */
export interface EntitlementsActions {
  isEntitledTo(what: EntitledTo, custom?: CustomAttributes): EntitlementResult
  loadEntitlements(callback?: (isLoaded: boolean) => void): void
}

/**
 * Returns functions that check and load entitlements, for event handlers. The object changes when results may have
 * changed.
 *
 * @example const { isEntitledTo } = useEntitlementsActions()
 */
export const useEntitlementsActions = (): EntitlementsActions => {
  const app = useFrontEntry()
  const isEntitledTo = useEvaluate()
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

/** Result of {@link useEntitlementsOptions}. */
export interface EntitlementsOptionsState {
  /** Whether `entitlementsOptions.enabled` is set. */
  isEntitlementsEnabled: boolean
  /** Checks a feature or permission; every result is negative while entitlements are not enabled. */
  isEntitledTo: Evaluate
  /** Whether the vendor's flag `admin-portal-use-is-entitled` is on. */
  verifyIsEntitledFF: boolean
}

/**
 * Returns whether the app evaluates entitlements at all, and a function that checks them. Unlike the other hooks, it
 * never throws.
 *
 * @example
 * const Upsell = () => {
 *   const { isEntitlementsEnabled, isEntitledTo } = useEntitlementsOptions()
 *   return isEntitlementsEnabled && !isEntitledTo({ featureKey: 'sso' }).isEntitled ? <p>Ask for single sign-on</p> : null
 * }
 */
export const useEntitlementsOptions = (): EntitlementsOptionsState => {
  const { entitlements, flags } = useSettings()
  const evaluate = useEvaluate()
  const isEntitledTo = useCallback<Evaluate>(
    (what, custom) => (entitlements ? evaluate(what, custom) : NO_FEATURE),
    [entitlements, evaluate],
  )
  const verifyIsEntitledFF = flags['admin-portal-use-is-entitled'] === 'on'
  return { isEntitlementsEnabled: entitlements, isEntitledTo, verifyIsEntitledFF }
}
