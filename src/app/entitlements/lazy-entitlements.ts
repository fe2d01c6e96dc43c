import { lazy } from '../../kernel/lazy.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { Claims } from '../../session/token.ts'
import type { EntitlementParts, EntitlementService } from './service.ts'

/** The entitlements of an app, whose code is asked for when they are enabled, or by the first call. */
export interface LazyEntitlements {
  loaded(): EntitlementService | undefined
  whenLoaded(): Promise<EntitlementService>
  /** For the session; `undefined` when they are not enabled, or not to be had. */
  loadFor?(claims: Claims): Promise<unknown>
  /** Settles when the engine is here, or will not come. */
  ready: Promise<unknown>
}

const importService = () => import('./service.ts')

export const createLazyEntitlements = (
  parts: EntitlementParts,
  isEnabled: boolean,
  load = importService,
): LazyEntitlements => {
  const { clock, log, signal } = parts
  const onFailure = (error: unknown) => log.warn('Loading the entitlement engine failed, trying again', error)
  let loaded: EntitlementService | undefined
  const whenLoaded = lazy(async () => {
    // Side by side: the service imports the engine, and would ask for it one hop later.
    loadChunk(() => import('../../entitlements/engine.ts'), { clock, signal }).catch(() => undefined)
    const { createEntitlements } = await loadChunk(load, { clock, signal, onFailure })
    loaded = createEntitlements(parts)
    return loaded
  })
  return {
    loaded: () => loaded,
    whenLoaded,
    ...(isEnabled && {
      loadFor: (claims) =>
        whenLoaded().then(
          (service) => service.loadFor(claims),
          () => undefined,
        ),
    }),
    ready: isEnabled ? whenLoaded().catch(() => undefined) : Promise.resolve(),
  }
}
