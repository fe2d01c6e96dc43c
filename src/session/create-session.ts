import type { AuthAnswer } from '../entities/auth.ts'
import type { SessionPort, SessionSnapshot, SessionUser } from '../feature/slice.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { isSameSubject, judgeToken } from './judge-token.ts'
import { refreshAfterMs } from './lifetime.ts'
import { type Loaded, loadUser, signedIn, userOf } from './load-user.ts'
import { createRefreshTimer } from './refresh-timer.ts'
import { createRefresher } from './refresher.ts'
import { createServerLogout } from './server-logout.ts'
import { createSessionTokens } from './session-tokens.ts'
import type { Session, SessionDeps } from './session-types.ts'
import { openTabChannel, type TabMessage } from './tab-channel.ts'
import { createTabTenant } from './tab-tenant.ts'
import { ageOf, createToken, sidOf, type Token } from './token.ts'
import type { Wake } from './wake.ts'

/** Storage key of the contract, calls §11. */
const USER_ID_KEY = 'userId'

interface State {
  snapshot: SessionSnapshot
  token?: Token
  /** Counts changes of the token. */
  serial: number
  /** Counts logins and logouts: what was begun before is void after. */
  epoch: number
  answer: Partial<AuthAnswer>
  loaded: Loaded
}

const SIGNED_OUT: SessionSnapshot = { status: 'signed-out', tenants: [] }

/** The life of one session in one tab, embedded mode: RELIABILITY, "Cross-tab refresh". */
export const createSession = (deps: SessionDeps): Session => {
  const { client, clock, log, local } = deps
  const random = deps.random ?? Math.random
  const tabTenant = createTabTenant(deps.enableSessionPerTenant === true, deps.tab)
  const isKeptAlive = deps.keepSessionAlive !== false
  const emitter = createEmitter<SessionSnapshot>((error) => log.error('A session listener failed', error))
  const timer = createRefreshTimer(clock)
  const serverLogout = createServerLogout(client, deps)
  const endedSids = new Set<string>()
  const state: State = { snapshot: { ...SIGNED_OUT, status: 'loading' }, serial: 0, epoch: 0, answer: {}, loaded: {} }
  let loading = new AbortController()
  let started: Promise<SessionSnapshot> | undefined
  let isDisposed = false

  const publish = (snapshot: SessionSnapshot) => {
    state.snapshot = snapshot
    emitter.emit(snapshot)
  }

  const setToken = (token: Token | undefined) => {
    state.token = token
    state.serial += 1
    schedule()
  }

  const schedule = () => {
    timer.stop()
    if (!isKeptAlive || isDisposed) return
    const left = refresher.coolDownLeftMs()
    // Who was here before gets the session back after an outage at start-up.
    if (!state.token && !(left > 0 && local.get(USER_ID_KEY) && state.epoch === 0)) return
    const due = state.token ? refreshAfterMs(state.token.lifetimeMs, random()) - ageOf(state.token, clock) : 0
    timer.start(Math.max(0, due, left), tick)
  }

  const tick = () => {
    refresher.refresh().then(afterBackground, (error: unknown) => {
      log.warn('The session could not be refreshed; trying again later', error)
      schedule()
    })
  }

  /** Another tenant or a first user needs more than a new token. */
  const afterBackground = () => {
    if (!state.token || isDisposed) return
    const isSame = state.snapshot.user && isSameSubject(state.token, state.snapshot.user)
    if (!isSame) complete().catch((error: unknown) => log.warn('The user could not be loaded', error))
  }

  /** Everything on its way belongs to the past from here on. */
  const beginEpoch = () => {
    state.epoch += 1
    refresher.cancel()
    loading.abort(new DOMException('The session changed', 'AbortError'))
    loading = new AbortController()
    return state.epoch
  }

  const clear = () => {
    beginEpoch()
    state.answer = {}
    state.loaded = {}
    setToken(undefined)
    publish(SIGNED_OUT)
  }

  /** The session is over for good, here and in the other tabs. */
  const end = () => {
    const sid = sidOf(state.token)
    if (sid) endedSids.add(sid)
    clear()
    channel.post({ type: 'sign-out', sid })
  }

  const share = (reason: 'login' | 'refresh') => {
    if (!state.token) return
    const { value, lifetimeMs, receivedAt } = state.token
    channel.post({ type: 'token', reason, value, expiresIn: lifetimeMs / 1000, receivedAt })
  }

  const isSignIn = (answer: AuthAnswer): answer is AuthAnswer & { accessToken: string } =>
    Boolean(answer.accessToken) && !(answer.mfaRequired && answer.mfaToken)

  /** A new token for the same user; what was loaded stays. */
  const renew = (token: Token) => {
    setToken(token)
    const { user } = state.snapshot
    if (!user || !isSameSubject(token, user)) return
    publish({ ...state.snapshot, user: userOf(state.answer, token, state.loaded, tabTenant.current()) })
  }

  const refresher = createRefresher({
    clock,
    random,
    locks: deps.locks,
    lockName: `fe-refresh:${deps.name}`,
    request: (signal) => client.refreshSession({ body: { tenantId: tabTenant.current() ?? null } }, { signal }),
    serial: () => state.serial,
    commit(answer) {
      if (!isSignIn(answer)) {
        if (state.token) clear()
        return 'signed-out'
      }
      state.answer = answer
      const token = createToken(answer.accessToken, answer.expiresIn, clock.now())
      if (!tabTenant.current()) tabTenant.keep(token)
      renew(token)
      share('refresh')
      return 'refreshed'
    },
    refused() {
      if (state.token) end()
    },
    tellOutage: (forMs, failures) => channel.post({ type: 'outage', forMs, failures }),
  })

  /** Loads what follows a token and announces the user; `undefined` when the session changed meanwhile. */
  const complete = async (): Promise<SessionUser | undefined> => {
    const { epoch } = state
    const { signal } = loading
    if (!state.token) return undefined
    try {
      state.loaded = await loadUser(
        { ...deps, isFlagOn: deps.isFlagOn ?? (() => false), sessionPerTenant: tabTenant.isOn },
        state.token,
        signal,
      )
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
    if (state.epoch !== epoch || !state.token) return undefined
    const snapshot = signedIn(state.answer, state.token, state.loaded, tabTenant)
    if (snapshot.user.id) local.set(USER_ID_KEY, snapshot.user.id)
    publish(snapshot)
    return snapshot.user
  }

  const adopt = (token: Token) => {
    beginEpoch()
    state.answer = {}
    setToken(token)
    complete().catch((error: unknown) => log.warn('The user could not be loaded', error))
  }

  const hearToken = (message: Extract<TabMessage, { type: 'token' }>) => {
    const token = createToken(message.value, message.expiresIn, message.receivedAt)
    const verdict = judgeToken(token, message.reason, {
      token: state.token,
      snapshot: state.snapshot,
      endedSids,
      tabTenant: tabTenant.isOn ? (tabTenant.current() ?? '') : undefined,
    })
    if (verdict === 'keep') setToken(token)
    else if (verdict === 'renew') renew(token)
    else if (verdict === 'adopt') adopt(token)
    else if (verdict === 'refresh') port.refresh().catch((error: unknown) => log.warn('Signing in failed', error))
  }

  const hearSignOut = (sid: string | undefined) => {
    const own = sidOf(state.token)
    if (sid && own && sid !== own) return
    if (sid) endedSids.add(sid)
    if (state.token || state.snapshot.status === 'loading') clear()
  }

  const channel = openTabChannel(deps.channelFactory, `fe-session:${deps.name}`, log, (message) => {
    if (message.type === 'token') return hearToken(message)
    if (message.type === 'sign-out') return hearSignOut(message.sid)
    refresher.noteOutage(message.forMs, message.failures)
  })

  const handleWake = (wake: Wake) => {
    if (wake === 'restored' && state.token) return tick()
    const wasWaiting = refresher.coolDownLeftMs() > 0
    refresher.endCoolDown()
    if (wasWaiting) schedule()
    timer.check()
  }
  const stopWakeEvents = deps.wakeEvents?.(handleWake)

  const begin = async (): Promise<SessionSnapshot> => {
    const { epoch } = state
    if (serverLogout.isPending()) {
      clear()
      await serverLogout.tell()
      return state.snapshot
    }
    try {
      await refresher.refresh({ force: true })
      await complete()
    } catch (error) {
      log.warn('It is not known whether somebody is signed in', error)
      schedule()
    }
    if (state.epoch === epoch && state.snapshot.status === 'loading') publish(SIGNED_OUT)
    return state.snapshot
  }

  const port: SessionPort = {
    current: () => state.snapshot,
    async accept(answer) {
      if (isDisposed) return undefined
      if (!isSignIn(answer)) {
        clear()
        return undefined
      }
      beginEpoch()
      serverLogout.forget()
      state.answer = answer
      const token = createToken(answer.accessToken, answer.expiresIn, clock.now())
      endedSids.delete(sidOf(token) ?? '')
      tabTenant.keep(token)
      setToken(token)
      const user = await complete()
      if (user) share('login')
      return user
    },
    async refresh() {
      const wasOut = !state.snapshot.user
      const outcome = await refresher.refresh({ force: true })
      const user = outcome === 'signed-out' ? undefined : await complete()
      if (user && wasOut && outcome === 'refreshed') share('login')
      return user
    },
    async logout() {
      end()
      tabTenant.forget()
      await serverLogout.tell()
    },
    async switchTenant(tenantId) {
      const takeBack = tabTenant.choose(tenantId)
      try {
        await client.switchTenant({ body: { tenantId } })
      } catch (error) {
        takeBack()
        throw error
      }
      refresher.cancel()
      await port.refresh()
    },
  }

  return {
    ...port,
    ...createSessionTokens(clock, refresher, () => state.token),
    stepUpRequired: (challenge) => deps.onStepUpRequired?.(challenge),
    start() {
      started ??= begin()
      return started
    },
    subscribe: emitter.subscribe,
    dispose() {
      isDisposed = true
      beginEpoch()
      state.token = undefined
      timer.stop()
      channel.close()
      stopWakeEvents?.()
      emitter.clear()
    },
  }
}
