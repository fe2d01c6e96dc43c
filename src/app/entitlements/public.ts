import type { EntitlementResult } from '../../entities/entitlements.ts'
import { OptionsError } from '../../kernel/errors.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { App } from '../app.ts'
import type { Explanation } from './explain.ts'
import type { ExplainQuery } from './explain-query.ts'
import type { CustomAttributes } from './service.ts'

/** What to ask about; a permission wins when both are given. */
export interface EntitledTo {
  featureKey?: string
  permissionKey?: string
}

/** Questions about features and permissions; `custom` are the host's own attributes, which rules may look at. */
export interface EntitlementMethods {
  /**
   * Whether the signed-in user may use a feature. Returns at once; after `ready()` from what was loaded, before it and
   * for no one: no.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example if (app.getFeatureEntitlements('sso', { region: 'eu' }).isEntitled) console.log('Single sign-on is theirs')
   */
  getFeatureEntitlements(key: string, custom?: CustomAttributes): EntitlementResult
  /**
   * Whether the signed-in user holds a permission, wildcards included, and every feature linked to it.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log(app.getPermissionEntitlements('fe.secure.read.audits').justification)
   */
  getPermissionEntitlements(key: string, custom?: CustomAttributes): EntitlementResult
  /**
   * The two above by an object.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log(app.getEntitlements({ featureKey: 'sso' }).isEntitled)
   */
  getEntitlements(what: EntitledTo, custom?: CustomAttributes): EntitlementResult
  /**
   * Loads the entitlements again; listeners and gates hear of it only when something changed. Never rejects.
   *
   * @param callback called with the same value: `false` when they could not be loaded
   * @example await app.loadEntitlements((isLoaded) => console.log(isLoaded))
   */
  loadEntitlements(callback?: (isLoaded: boolean) => void): Promise<boolean>
  /**
   * Everything a result rests on: which role gives the permission, what it is linked to, which plan, rule and condition
   * decided, with the values they looked at. For developers; its result is always that of the checks above.
   *
   * @throws OptionsError unless `entitlementsOptions.enabled` is set
   * @example console.log((await app.explain({ permission: 'fe.secure.read.audits' })).features)
   */
  explain(what: ExplainQuery, custom?: CustomAttributes): Promise<Explanation>
}

const refuseDisabled = ({ options }: App): void => {
  if (options.entitlementsOptions?.enabled) return
  const words = 'You must first enable entitlements via options to use this function.'
  throw new OptionsError('entitlementsOptions.enabled', words)
}

export const entitlementMethods = (app: App): EntitlementMethods => {
  const ask = (permission: string | undefined, feature: string, custom?: CustomAttributes): EntitlementResult => {
    refuseDisabled(app)
    const service = app.entitlements()
    if (permission === undefined) {
      return service?.toFeature(feature, custom) ?? { isEntitled: false, justification: 'MISSING_FEATURE' }
    }
    return service?.toPermission(permission, custom) ?? { isEntitled: false, justification: 'MISSING_PERMISSION' }
  }
  return {
    getFeatureEntitlements: (key, custom) => ask(undefined, key, custom),
    getPermissionEntitlements: (key, custom) => ask(key, '', custom),
    getEntitlements: ({ permissionKey, featureKey = '' }, custom) => ask(permissionKey, featureKey, custom),
    async loadEntitlements(callback) {
      const isLoaded = await app.whenEntitlements().then(
        (service) => service.load(),
        () => false,
      )
      callback?.(isLoaded)
      return isLoaded
    },
    async explain(what, custom) {
      refuseDisabled(app)
      const [{ explain }] = await Promise.all([loadChunk(() => import('./explain.ts')), app.whenEntitlements()])
      return explain(app, what, custom)
    },
  }
}
