import { createClient } from '../contract/client.ts'
import { session as sessionTable } from '../contract/session.ts'
import { isFlagOn } from '../feature/settings.ts'
import { createHttp } from '../http/create-http.ts'
import type { HttpOptions, RequestSource, TokenSource } from '../http/options.ts'
import { createMemoryStorage, createStorage, type KeyValue } from '../kernel/storage.ts'
import { routeQuery } from '../navigation/auth-route.ts'
import { createSession } from '../session/create-session.ts'
import type { Session, SessionDeps } from '../session/session-types.ts'
import { type Channel, openStorageChannel } from '../session/tab-channel.ts'
import { browserWakeEvents } from '../session/wake.ts'
import type { ConnectParts, HttpBase } from './app.ts'
import { isHosted, isPreview } from './base-url.ts'
import type { OpenHosted } from './hosted.ts'
import {
  createLazyEntitlements,
  createLazyPreviewFetch,
  createLazyStepUp,
  createLazyWatch,
  type LazyEntitlements,
  lazyHosted,
  PREVIEW_BASE_URL,
} from './lazy-parts.ts'
import type { InitOptions } from './options.ts'
import { startUp } from './start-up.ts'

export interface Connection {
  session: Session
  /** Creates a transport whose calls name their source. */
  httpFor(source: RequestSource): ReturnType<typeof createHttp>
  entitlements: LazyEntitlements
  hosted: (() => Promise<OpenHosted>) | undefined
  /** Runs the tasks of start-up once per app, including the first refresh. */
  start(): Promise<void>
}

/** Transport and session need each other: calls read the session from here, where it is once everything is connected. */
interface SessionSlot {
  session?: Session
}

const tokensOf = (slot: SessionSlot): TokenSource => ({
  getToken: async () => slot.session?.getToken(),
  refreshRejected: async (used, signal) => slot.session?.refreshRejected(used, signal) ?? 'signed-out',
  stepUpRequired: (challenge) => slot.session?.stepUpRequired(challenge),
})

/** Returns the session's name. Tabs with the same name share one session. */
export const sessionNameOf = ({ name, options }: { name: string; options: InitOptions }): string => {
  const { baseUrl, clientId } = options.contextOptions ?? {}
  return [String(baseUrl ?? 'preview'), clientId ?? '', name].join('|')
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

/** A proof in this page does not change the token of a host's own resolver. */
const canPrompt = ({ options }: ConnectParts) => !options.contextOptions?.tokenResolver

const transportsOver = (parts: ConnectParts, shared: HttpBase): Connection['httpFor'] => {
  const prompting: TokenSource = { ...shared.tokens, stepUpPrompt: () => parts.stepUp.prompt }
  return (source) => {
    const tokens = canPrompt(parts) && source === 'admin-portal' ? prompting : shared.tokens
    return createHttp({ ...shared, tokens, requestSource: () => source })
  }
}

type Connected = Pick<Connection, 'httpFor' | 'entitlements' | 'hosted'>

const openSession = (parts: ConnectParts, signal: AbortSignal, { httpFor, entitlements, hosted }: Connected): Session =>
  createSession({
    ...parts,
    client: createClient(httpFor('login-box').send, { session: sessionTable }).session,
    name: sessionNameOf(parts),
    ...tabDeps(isPreview(parts.options), parts.local),
    keepSessionAlive: parts.options.authOptions?.keepSessionAlive,
    enableSessionPerTenant: parts.options.authOptions?.enableSessionPerTenant,
    isFlagOn: (flag) => isFlagOn(parts.store.getState().settings, flag),
    loadEntitlements: entitlements.loadFor,
    grants: hosted && {
      renew: async (...given) => (await hosted()).renew(...given),
      end: async (...given) => (await hosted()).end(...given),
    },
    startWith: async () => (hosted ? (await hosted()).startWay() : embeddedStart(parts.options)),
    onStepUpRequired: createLazyStepUp({ ...parts, signal, hosted }),
    entryPrompt: () => (canPrompt(parts) ? parts.accountEntry.prompt : undefined),
  })

/** Connects the app with the API: transport, entitlements, redirect login, session; each part gets those before it. */
export const connect = (parts: ConnectParts, signal: AbortSignal): Connection => {
  const { options } = parts
  const slot: SessionSlot = {}
  const shared = httpOptions(parts, tokensOf(slot), signal)
  const httpFor = transportsOver(parts, shared)
  const { send } = httpFor('login-box')
  const entitlements = createLazyEntitlements(
    { ...parts, signal, send, keep: (data) => slot.session?.keepEntitlements(data) },
    options.entitlementsOptions?.enabled === true,
  )
  const hosted = isHosted(options)
    ? lazyHosted(({ openHosted }) => openHosted(parts, shared, slot.session as Session), parts) // filled before any call
    : undefined
  const session = openSession(parts, signal, { httpFor, entitlements, hosted })
  slot.session = session
  session.subscribe(createLazyWatch(parts, ({ watchLimits }) => watchLimits(parts, session, send, signal)))
  return {
    session,
    httpFor,
    entitlements,
    hosted,
    async start() {
      const isLinkExposed = () => parts.navigator.linkTokens?.isExposed() ?? false
      await startUp({ ...parts, send, signal, isLinkExposed, startSession: session.start })
      await entitlements.ready
    },
  }
}
