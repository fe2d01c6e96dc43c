import type { Send } from '../contract/client.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import type { RequestSource } from '../http/options.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { NetworkError, OptionsError } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { Session } from '../session/session-types.ts'
import type { ConnectParts } from './app.ts'
import type { Connection } from './connect.ts'
import type { EntitlementService } from './entitlements/service.ts'

interface LazyConnection {
  session: Session
  sendFor(source: RequestSource): Send
  /** Runs the tasks of start-up once per app, including the first refresh. */
  start(): Promise<void>
  /** `undefined` until their code has been requested. */
  entitlements(): EntitlementService | undefined
  whenEntitlements(): Promise<EntitlementService>
  /** Available only with redirect-based login. */
  hosted(): Promise<HostedPort>
}

const LOADING: SessionSnapshot = { status: 'loading', tenants: [] }

const importConnection = () => import('./connect.ts')

const load = async (parts: ConnectParts, signal: AbortSignal, from: typeof importConnection): Promise<Connection> => {
  const { clock, log } = parts
  const onFailure = (error: unknown) => log.warn('Loading the connection failed, trying again', error)
  const { connect } = await loadChunk(from, { clock, signal, onFailure })
  signal.throwIfAborted()
  return connect(parts, signal)
}

/** Methods of the session that return a promise, which is pending until its code has loaded. */
const DEFERRED = [
  'start',
  'accept',
  'refresh',
  'logout',
  'switchTenant',
  'replace',
  'getToken',
  'refreshRejected',
  'stepUpRequired',
] as const satisfies readonly (keyof Session)[]

type Method = (...args: unknown[]) => unknown

const deferred = (whenLoaded: () => Promise<Connection>): Pick<Session, (typeof DEFERRED)[number]> => {
  const call =
    (name: (typeof DEFERRED)[number]): Method =>
    async (...args) => {
      const { session } = await whenLoaded()
      return (session[name] as Method)(...args)
    }
  // The list has the methods' names, which the type of an object from entries doesn't keep.
  return Object.fromEntries(DEFERRED.map((name) => [name, call(name)])) as never
}

/**
 * Returns the connection before its code has loaded: the first screen does not wait for it (src/decisions/0008), and
 * requests to it run once it has loaded. The next call retries a load that failed permanently.
 */
export const connectLazily = (parts: ConnectParts, signal: AbortSignal, from = importConnection): LazyConnection => {
  const snapshots = createEmitter<SessionSnapshot>((error) => parts.log.error('A session listener failed', error))
  let connection: Connection | undefined
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
    session: {
      ...deferred(whenLoaded),
      subscribe: snapshots.subscribe,
      current: () => connection?.session.current() ?? LOADING,
      keepEntitlements: (entitlements) => connection?.session.keepEntitlements(entitlements),
      dispose: () => connection?.session.dispose(),
    },
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
    start: async () => (await whenLoaded()).start(),
    entitlements: () => connection?.entitlements.loaded(),
    whenEntitlements: async () => (await whenLoaded()).entitlements.whenLoaded(),
    hosted: async () => {
      const { hosted } = await whenLoaded()
      if (!hosted) throw new OptionsError('hostedLoginBox', 'hostedLoginBox is not on')
      return hosted()
    },
  }
}
