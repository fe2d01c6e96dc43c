import type { EntitlementResult } from '../../entities/entitlements.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { App } from '../app.ts'
import { refuseDisabled } from './enabled.ts'
import type { ExplainQuery, Explanation } from './explain.ts'
import type { CustomAttributes } from './service.ts'

/** Feature or permission to check; if both are set, the permission is checked. */
export interface EntitledTo {
  featureKey?: string
  permissionKey?: string
}

/** Checks of features and permissions. `custom` holds the host's own attributes, which rules may read. */
export interface EntitlementMethods {
  /**
   * Returns whether the signed-in user may use a feature. It returns at once, from the loaded entitlements; before
   * `ready()` and for signed-out users the result is negative.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example if (app.getFeatureEntitlements('sso', { region: 'eu' }).isEntitled) console.log('Single sign-on is theirs')
   */
  getFeatureEntitlements(key: string, custom?: CustomAttributes): EntitlementResult
  /**
   * Returns whether the signed-in user holds a permission, wildcards included, and every feature linked to it.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log(app.getPermissionEntitlements('fe.secure.read.audits').justification)
   */
  getPermissionEntitlements(key: string, custom?: CustomAttributes): EntitlementResult
  /**
   * Checks a feature or a permission, like the two methods above.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log(app.getEntitlements({ featureKey: 'sso' }).isEntitled)
   */
  getEntitlements(what: EntitledTo, custom?: CustomAttributes): EntitlementResult
  /**
   * Loads the entitlements again; listeners and gates are notified only if something changed. Never rejects; resolves
   * to `false` when loading failed.
   *
   * @param callback Called with the value that the promise resolves to.
   * @example await app.loadEntitlements((isLoaded) => console.log(isLoaded))
   */
  loadEntitlements(callback?: (isLoaded: boolean) => void): Promise<boolean>
  /**
   * Explains a result, for developers: which role grants the permission, which features it is linked to, and which
   * plan, rule and condition decided, with the values they read. Its result always equals that of the checks above.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log((await app.explain({ permission: 'fe.secure.read.audits' })).features)
   */
  explain(what: ExplainQuery, custom?: CustomAttributes): Promise<Explanation>
}

export const entitlementMethods = (app: App): EntitlementMethods => {
  const evaluate = (permission: string | undefined, feature: string, custom?: CustomAttributes): EntitlementResult => {
    refuseDisabled(app.options)
    const service = app.entitlements()
    if (permission === undefined) {
      return service?.toFeature(feature, custom) ?? { isEntitled: false, justification: 'MISSING_FEATURE' }
    }
    return service?.toPermission(permission, custom) ?? { isEntitled: false, justification: 'MISSING_PERMISSION' }
  }
  return {
    getFeatureEntitlements: (key, custom) => evaluate(undefined, key, custom),
    getPermissionEntitlements: (key, custom) => evaluate(key, '', custom),
    getEntitlements: ({ permissionKey, featureKey = '' }, custom) => evaluate(permissionKey, featureKey, custom),
    async loadEntitlements(callback) {
      const isLoaded = await app.whenEntitlements().then(
        (service) => service.load(),
        () => false,
      )
      callback?.(isLoaded)
      return isLoaded
    },
    async explain(what, custom) {
      refuseDisabled(app.options)
      const [{ explain }] = await Promise.all([loadChunk(() => import('./explain.ts')), app.whenEntitlements()])
      return explain(app, what, custom)
    },
  }
}
