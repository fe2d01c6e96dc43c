import type { Send } from '../contract/client.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import type { RequestSource } from '../http/options.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { NetworkError, OptionsError } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { Session } from '../session/session-types.ts'
import type { ConnectParts } from './connect.parts.ts'
import type { Connection } from './connect.ts'
import type { EntitlementService } from './entitlements/service.ts'
import type { StartUpParts } from './start-up.parts.ts'

interface LazyConnection {
  session: Session
  sendFor(source: RequestSource): Send
  /** Runs the tasks of start-up once per app, including the first refresh. */
  start(parts: Omit<StartUpParts, 'send' | 'startSession'>): Promise<void>
  /** `undefined` until their code has been requested. */
  entitlements(): EntitlementService | undefined
  whenEntitlements(): Promise<EntitlementService>
  /** Available only with redirect-based login. */
  hosted(): Promise<HostedPort>
}

interface LoadedConnection extends Connection {
  startUp(parts: StartUpParts): Promise<void>
}

const LOADING: SessionSnapshot = { status: 'loading', tenants: [] }

const importConnection = () => import('./connection.ts')

const load = async (
  parts: ConnectParts,
  signal: AbortSignal,
  from: typeof importConnection,
): Promise<LoadedConnection> => {
  const { clock, log } = parts
  const onFailure = (error: unknown) => log.warn('Loading the connection failed, trying again', error)
  const { connect, startUp } = await loadChunk(from, { clock, signal, onFailure })
  signal.throwIfAborted()
  return { ...connect(parts, signal), startUp }
}

const sessionOver = (
  whenLoaded: () => Promise<LoadedConnection>,
  loaded: () => LoadedConnection | undefined,
  subscribe: Session['subscribe'],
): Session => {
  const session = async () => (await whenLoaded()).session
  return {
    subscribe,
    keepEntitlements: (entitlements) => loaded()?.session.keepEntitlements(entitlements),
    current: () => loaded()?.session.current() ?? LOADING,
    start: async (until) => (await session()).start(until),
    accept: async (response) => (await session()).accept(response),
    refresh: async () => (await session()).refresh(),
    logout: async (returnTo, first) => (await session()).logout(returnTo, first),
    switchTenant: async (tenantId) => (await session()).switchTenant(tenantId),
    replace: async (call) => (await session()).replace(call),
    getToken: async () => (await session()).getToken(),
    refreshRejected: async (used, signal) => (await session()).refreshRejected(used, signal),
    stepUpRequired: async (challenge) => (await session()).stepUpRequired(challenge),
    dispose: () => loaded()?.session.dispose(),
  }
}

/**
 * Returns the connection before its code has loaded: the first screen does not wait for it (src/decisions/0008), and
 * requests to it run once it has loaded. The next call retries a load that failed permanently.
 */
export const connectLazily = (parts: ConnectParts, signal: AbortSignal, from = importConnection): LazyConnection => {
  const snapshots = createEmitter<SessionSnapshot>((error) => parts.log.error('A session listener failed', error))
  let connection: LoadedConnection | undefined
  const loadConnection = async () => {
    connection = await load(parts, signal, from)
    connection.session.subscribe((snapshot) => snapshots.emit(snapshot))
    return connection
  }
  const whenLoaded = lazy(() =>
    loadConnection().catch((error: unknown) => {
      throw signal.aborted ? error : new NetworkError('Loading failed', { cause: error })
    }),
  )
  return {
    session: sessionOver(whenLoaded, () => connection, snapshots.subscribe),
    sendFor(source) {
      let http: ReturnType<Connection['httpFor']> | undefined
      return async (endpoint, input, options) => {
        const connection = await whenLoaded()
        http ??= connection.httpFor(source)
        // Calls and their timers end with the app.
        const until = options?.signal ? AbortSignal.any([signal, options.signal]) : signal
        return http.send(endpoint, input, { ...options, signal: until })
      }
    },
    async start(startUpParts) {
      const { session, httpFor, startUp, entitlements } = await whenLoaded()
      const { send } = httpFor('login-box')
      await startUp({ ...startUpParts, send, startSession: (flags) => session.start(flags) })
      await entitlements.ready
    },
    entitlements: () => connection?.entitlements.loaded(),
    whenEntitlements: async () => (await whenLoaded()).entitlements.whenLoaded(),
    hosted: async () => {
      const { hosted } = await whenLoaded()
      if (!hosted) throw new OptionsError('hostedLoginBox', 'hostedLoginBox is not on')
      return hosted()
    },
  }
}
