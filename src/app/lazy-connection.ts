import type { Send } from '../contract/client.ts'
import type { HostedPort, SessionSnapshot } from '../feature/ports.ts'
import type { RequestSource } from '../http/options.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { OptionsError } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import type { Session } from '../session/session-types.ts'
import type { ConnectParts } from './app.ts'
import { type Connection, connect } from './connect.ts'
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

/** Methods of the session that return a promise, which lets them open the connection first. */
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

const deferred = (whenOpen: () => Promise<Connection>): Pick<Session, (typeof DEFERRED)[number]> => {
  const call =
    (name: (typeof DEFERRED)[number]): Method =>
    async (...args) => {
      const { session } = await whenOpen()
      return (session[name] as Method)(...args)
    }
  // The list has the methods' names, which the type of an object from entries doesn't keep.
  return Object.fromEntries(DEFERRED.map((name) => [name, call(name)])) as never
}

/**
 * Returns the connection before it is open: the first use opens it, so that an app whose page is being left sends
 * nothing (src/decisions/0008).
 */
export const connectLazily = (parts: ConnectParts, signal: AbortSignal): LazyConnection => {
  const snapshots = createEmitter<SessionSnapshot>((error) => parts.log.error('A session listener failed', error))
  let connection: Connection | undefined
  const whenOpen = lazy(async () => {
    signal.throwIfAborted()
    connection = connect(parts, signal)
    connection.session.subscribe((snapshot) => snapshots.emit(snapshot))
    return connection
  })
  return {
    session: {
      ...deferred(whenOpen),
      subscribe: snapshots.subscribe,
      current: () => connection?.session.current() ?? LOADING,
      keepEntitlements: (entitlements) => connection?.session.keepEntitlements(entitlements),
      dispose: () => connection?.session.dispose(),
    },
    sendFor(source) {
      let http: ReturnType<Connection['httpFor']> | undefined
      return async (endpoint, input, options) => {
        const connection = await whenOpen()
        http ??= connection.httpFor(source)
        // Calls and their timers end with the app.
        const until = options?.signal ? AbortSignal.any([signal, options.signal]) : signal
        return http.send(endpoint, input, { ...options, signal: until })
      }
    },
    start: async () => (await whenOpen()).start(),
    entitlements: () => connection?.entitlements.loaded(),
    whenEntitlements: async () => (await whenOpen()).entitlements.whenLoaded(),
    hosted: async () => {
      const { hosted } = await whenOpen()
      if (!hosted) throw new OptionsError('hostedLoginBox', 'hostedLoginBox is not on')
      return hosted()
    },
  }
}
