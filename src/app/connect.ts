import { createClient } from '../contract/client.ts'
import { session as sessionTable } from '../contract/session.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import { isFlagOn } from '../feature/settings.ts'
import { createHttp } from '../http/create-http.ts'
import type { HttpOptions, RequestSource } from '../http/options.ts'
import type { TokenSource } from '../http/token-source.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { createMemoryStorage, createStorage, type KeyValue } from '../kernel/storage.ts'
import { routeQuery } from '../navigation/auth-route.ts'
import { createSession } from '../session/create-session.ts'
import type { Session, SessionDeps } from '../session/session-types.ts'
import { openStorageChannel } from '../session/storage-channel.ts'
import type { Channel } from '../session/tab-channel.ts'
import { browserWakeEvents } from '../session/wake.ts'
import { isHosted, isPreview } from './base-url.ts'
import type { ConnectParts, HttpBase } from './connect.parts.ts'
import { createLazyEntitlements, type LazyEntitlements } from './entitlements/lazy-entitlements.ts'
import type { OpenHosted } from './hosted.ts'
import { createLazyStepUp } from './lazy-step-up.ts'
import type { InitOptions } from './options.ts'
import { createLazyPreviewFetch, PREVIEW_BASE_URL } from './preview-fetch.ts'
import { sessionNameOf } from './session-name.ts'

export interface Connection {
  session: Session
  /** Creates a transport whose calls name their source. */
  httpFor(source: RequestSource): ReturnType<typeof createHttp>
  entitlements: LazyEntitlements
  hosted: (() => Promise<OpenHosted>) | undefined
}

/** Returns a token source that prefers the host's own token over the session's, if there is one. */
const withTokenResolver = (tokens: TokenSource, options: InitOptions): TokenSource => {
  const resolve = options.contextOptions?.tokenResolver
  if (!resolve) return tokens
  return { ...tokens, getToken: async () => (await resolve()) || tokens.getToken() }
}

const httpOptions = (parts: ConnectParts, tokens: TokenSource, signal: AbortSignal): HttpBase => {
  const { options, clock, log, navigator } = parts
  const context = options.contextOptions ?? {}
  const preview = isPreview(options)
  return {
    baseUrl: (preview ? PREVIEW_BASE_URL : context.baseUrl) ?? '',
    urlPrefix: context.urlPrefix,
    requestCredentials: context.requestCredentials,
    fetch: parts.fetch ?? (preview ? createLazyPreviewFetch({ clock, signal }) : undefined),
    clock,
    log,
    tokens: withTokenResolver(tokens, options),
    scopedTenant: () => routeQuery(navigator.location(), parts.store.getState().settings).get('tenantId') ?? undefined,
    loginAlias: context.tenantResolver && (async () => (await context.tenantResolver?.())?.tenant),
    // The host's own value for its framework is sent unchanged.
    metadataHeaders: context.metadataHeaders as HttpOptions['metadataHeaders'],
    additionalHeadersResolver: context.additionalHeadersResolver,
    additionalQueryParamsResolver: context.additionalQueryParamsResolver,
    redirect: (url) => navigator.go(url),
    pageUrl: () => navigator.location(),
  }
}

/** Opens a channel. The cast is needed because its `onmessage` receives a wider event than the session reads. */
const openChannel = (name: string): Channel => new BroadcastChannel(name) as Channel

/** Connects tabs with each other; preview stays in its own tab. */
const tabDeps = (
  preview: boolean,
  local: KeyValue,
): Pick<SessionDeps, 'tab' | 'locks' | 'channelFactory' | 'wakeEvents'> => {
  if (preview) return { tab: createMemoryStorage() }
  return {
    tab: createStorage('session'),
    locks: globalThis.navigator?.locks as SessionDeps['locks'],
    channelFactory:
      typeof BroadcastChannel === 'undefined' ? (name) => openStorageChannel(name, local, window) : openChannel,
    wakeEvents: browserWakeEvents,
  }
}

const embeddedStart = ({ authOptions }: InitOptions) => (authOptions?.ignoreExistingSession ? 'signed-out' : 'ask')

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

/** Connects http and session, which know each other only through an interface. */
export const connect = (parts: ConnectParts, signal: AbortSignal): Connection => {
  const { options, store } = parts
  let session: Session | undefined
  const tokens: TokenSource = {
    getToken: async () => session?.getToken(),
    refreshRejected: async (used, signal) => session?.refreshRejected(used, signal) ?? 'signed-out',
    stepUpRequired: (challenge) => session?.stepUpRequired(challenge),
  }
  const shared = httpOptions(parts, tokens, signal)
  const context = options.contextOptions ?? {}
  // A step-up here does not change the token of a host's own resolver.
  const canPrompt = !context.tokenResolver
  const prompting: TokenSource = { ...shared.tokens, stepUpPrompt: () => parts.stepUp.prompt }
  const httpFor = (source: RequestSource) => {
    const tokens = canPrompt && source === 'admin-portal' ? prompting : shared.tokens
    return createHttp({ ...shared, tokens, requestSource: () => source })
  }
  const entitlements = createLazyEntitlements(
    { ...parts, signal, send: httpFor('login-box').send, keep: (data) => session?.keepEntitlements(data) },
    options.entitlementsOptions?.enabled === true,
  )
  const hosted = isHosted(options)
    ? lazyHosted(({ openHosted }) => openHosted(parts, shared, session as Session), parts) // created before any call
    : undefined
  const goStepUp = createLazyStepUp({ ...parts, signal, hosted })
  session = createSession({
    client: createClient(httpFor('login-box').send, { session: sessionTable }).session,
    clock: parts.clock,
    log: parts.log,
    name: sessionNameOf(parts),
    local: parts.local,
    ...tabDeps(isPreview(options), parts.local),
    keepSessionAlive: options.authOptions?.keepSessionAlive,
    enableSessionPerTenant: options.authOptions?.enableSessionPerTenant,
    isFlagOn: (flag) => isFlagOn(store.getState().settings, flag),
    loadEntitlements: entitlements.loadFor,
    grants: hosted && {
      renew: async (...given) => (await hosted()).renew(...given),
      end: async (...given) => (await hosted()).end(...given),
    },
    startWith: async () => (hosted ? (await hosted()).startWay() : embeddedStart(options)),
    onStepUpRequired: goStepUp,
    // A proof here does not change the token of a host's own resolver.
    entryPrompt: () => (canPrompt ? parts.accountEntry.prompt : undefined),
  })
  const watched = session
  const { send } = httpFor('login-box')
  session.subscribe(createLazyWatch(parts, ({ watchLimits }) => watchLimits(parts, watched, send, signal)))
  return { session, httpFor, entitlements, hosted }
}
