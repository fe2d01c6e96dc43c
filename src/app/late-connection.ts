import type { Send } from '../contract/client.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { SessionSnapshot } from '../feature/slice.ts'
import type { RequestSource } from '../http/options.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { NetworkError, OptionsError } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadPatiently } from '../kernel/load-patiently.ts'
import type { Session } from '../session/session-types.ts'
import type { Connection, ConnectParts } from './connect.ts'
import type { EntitlementService } from './entitlements/service.ts'
import type { StartUpParts } from './start-up.ts'

export interface LateConnection {
  session: Session
  sendFor(source: RequestSource): Send
  /** What happens once per app, the first refresh included. */
  start(parts: Omit<StartUpParts, 'send' | 'startSession'>): Promise<void>
  /** `undefined` until their code has been asked for. */
  entitlements(): EntitlementService | undefined
  whenEntitlements(): Promise<EntitlementService>
  /** Only where redirect-based login is on. */
  hosted(): Promise<HostedPort>
}

interface Arrived extends Connection {
  startUp(parts: StartUpParts): Promise<void>
}

const LOADING: SessionSnapshot = { status: 'loading', tenants: [] }

const importConnection = () => import('./connection.ts')

const load = async (parts: ConnectParts, signal: AbortSignal, from: typeof importConnection): Promise<Arrived> => {
  const { clock, log } = parts
  const onFailure = (error: unknown) => log.warn('Loading the connection failed, trying again', error)
  const { connect, startUp } = await loadPatiently(from, { clock, signal, onFailure })
  signal.throwIfAborted()
  return { ...connect(parts, signal), startUp }
}

const sessionOver = (
  whenHere: () => Promise<Arrived>,
  here: () => Arrived | undefined,
  subscribe: Session['subscribe'],
): Session => {
  const session = async () => (await whenHere()).session
  return {
    subscribe,
    keepEntitlements: (entitlements) => here()?.session.keepEntitlements(entitlements),
    current: () => here()?.session.current() ?? LOADING,
    start: async () => (await session()).start(),
    accept: async (answer) => (await session()).accept(answer),
    refresh: async () => (await session()).refresh(),
    logout: async (returnTo) => (await session()).logout(returnTo),
    switchTenant: async (tenantId) => (await session()).switchTenant(tenantId),
    getToken: async () => (await session()).getToken(),
    refreshRejected: async (used, signal) => (await session()).refreshRejected(used, signal),
    stepUpRequired: async (challenge) => (await session()).stepUpRequired(challenge),
    dispose: () => here()?.session.dispose(),
  }
}

/**
 * The connection while its code is still on the way: the first screen does not wait for it (src/decisions/0008), and
 * everything asked of it is done once it is here. A load that failed for good is tried again by the next call.
 */
export const connectLate = (parts: ConnectParts, signal: AbortSignal, from = importConnection): LateConnection => {
  const snapshots = createEmitter<SessionSnapshot>((error) => parts.log.error('A session listener failed', error))
  let arrived: Arrived | undefined
  const arrive = async () => {
    arrived = await load(parts, signal, from)
    arrived.session.subscribe((snapshot) => snapshots.emit(snapshot))
    return arrived
  }
  const whenHere = lazy(() =>
    arrive().catch((error: unknown) => {
      throw signal.aborted ? error : new NetworkError('A part of the program did not load', { cause: error })
    }),
  )
  return {
    session: sessionOver(whenHere, () => arrived, snapshots.subscribe),
    sendFor(source) {
      let http: ReturnType<Connection['httpFor']> | undefined
      return async (endpoint, input, options) => {
        const connection = await whenHere()
        http ??= connection.httpFor(source)
        // With the app go its calls, and their timers.
        const until = options?.signal ? AbortSignal.any([signal, options.signal]) : signal
        return http.send(endpoint, input, { ...options, signal: until })
      }
    },
    async start(startUpParts) {
      const { session, httpFor, startUp, entitlements } = await whenHere()
      const { send } = httpFor('login-box')
      await startUp({ ...startUpParts, send, startSession: () => session.start() })
      await entitlements.ready
    },
    entitlements: () => arrived?.entitlements.here(),
    whenEntitlements: async () => (await whenHere()).entitlements.whenHere(),
    hosted: async () => {
      const { hosted } = await whenHere()
      if (!hosted) throw new OptionsError('hostedLoginBox', 'hostedLoginBox is not on')
      return hosted()
    },
  }
}
