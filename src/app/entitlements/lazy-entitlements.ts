import { lazy } from '../../kernel/lazy.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { Claims } from '../../session/token.ts'
import type { EntitlementParts, EntitlementService } from './service.ts'

/** Entitlements of an app. Their code loads when they are enabled, or on the first call. */
export interface LazyEntitlements {
  loaded(): EntitlementService | undefined
  whenLoaded(): Promise<EntitlementService>
  /** Loads the entitlements for the session; `undefined` when they are not enabled or not available. */
  loadFor?(claims: Claims): Promise<unknown>
  /** Settles when the engine has loaded or failed to load. */
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
    // Both load in parallel: the service imports the engine and would otherwise request it one step later.
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
