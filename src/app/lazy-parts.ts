import type { SessionSnapshot } from '../feature/ports.ts'
import type { StepUpChallenge } from '../http/options.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { PreviewOptions } from '../preview/preview.ts'
import type { Claims } from '../session/token.ts'
import type { ConnectParts } from './app.ts'
import type { EntitlementParts, EntitlementService } from './entitlements/service.ts'
import type { StepUpParts } from './go-step-up.ts'
import type { OpenHosted } from './hosted.ts'

// Parts of an app whose code loads on first use; the use after a failed load tries again.

/** Entitlements of an app. Their code loads when they are enabled, or on the first call. */
export interface LazyEntitlements {
  loaded(): EntitlementService | undefined
  whenLoaded(): Promise<EntitlementService>
  /** Loads the entitlements for the session; `undefined` when they are not enabled or not available. */
  loadFor?(claims: Claims): Promise<unknown>
  /** Settles when the engine has loaded or failed to load. */
  ready: Promise<unknown>
}

const importService = () => import('./entitlements/service.ts')

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
    loadChunk(() => import('../entitlements/engine.ts'), { clock, signal }).catch(() => undefined)
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

const importStepUp = () => import('./go-step-up.ts')

/** Redirects to step-up. Its code is loaded by the first call; if that fails, the next call tries again. */
export const createLazyStepUp = (parts: StepUpParts & { signal: AbortSignal }, load = importStepUp) => {
  const { clock, log, signal } = parts
  const whenLoaded = lazy(async () => (await loadChunk(load, { clock, signal })).createGoStepUp(parts))
  return (challenge: StepUpChallenge): void => {
    whenLoaded().then(
      (goStepUp) => goStepUp(challenge),
      (error: unknown) => {
        if (!signal.aborted) log.error('Step-up could not be loaded', error)
      },
    )
  }
}

const importHosted = () => import('./hosted.ts')

/** Loads redirect-based login; only pages that use it load its code. */
export const lazyHosted = (
  open: (module: Awaited<ReturnType<typeof importHosted>>) => OpenHosted,
  { clock }: Pick<ConnectParts, 'clock'>,
  load = importHosted,
) => lazy(async () => open(await loadChunk(load, { clock })))

const importWatchLimits = () => import('./watch-limits.ts')

/** Loads the watch of session limits only if the token has limits; other pages don't load its code. */
export const createLazyWatch = (
  { clock, log }: Pick<ConnectParts, 'clock' | 'log'>,
  watch: (module: Awaited<ReturnType<typeof importWatchLimits>>) => void,
  load = importWatchLimits,
) => {
  let isWatched = false
  return ({ user }: SessionSnapshot): void => {
    const isLimited = (user as { session_limits?: unknown } | undefined)?.session_limits === true
    if (isLimited && !isWatched) {
      loadChunk(load, { clock }).then(watch, (error: unknown) => {
        // The next refresh of the session tries again.
        isWatched = false
        log.warn('The session warning did not load', error)
      })
    }
    isWatched = user !== undefined && (isWatched || isLimited)
  }
}

const importPreview = () => import('../preview/preview.ts')

/** Returns sample data instead of network responses; its code is loaded by the first request. */
export const createLazyPreviewFetch = (parts: PreviewOptions, load = importPreview): typeof fetch => {
  const whenLoaded = lazy(async () => (await loadChunk(load, parts)).createPreviewFetch(parts))
  return async (input, init) => (await whenLoaded())(input, init)
}

/** This URL is never requested, because the fetch above responds instead. `.invalid` is reserved (RFC 2606 §2). */
export const PREVIEW_BASE_URL = 'https://preview.invalid'
