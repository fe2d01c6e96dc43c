import { createClient, type Send } from '../../contract/client.ts'
import { entitlements as table } from '../../contract/entitlements.ts'
import type {
  EntitlementResult,
  TargetRule,
  UserEntitlementsV1,
  UserEntitlementsV2,
} from '../../entities/entitlements.ts'
import type { AttributeSources } from '../../entitlements/attribute-sources.ts'
import { type Entitlements, openEntitlements } from '../../entitlements/engine.ts'
import type { AppStore } from '../../feature/app-state.ts'
import type { HostEvents, SessionUser } from '../../feature/ports.ts'
import { isFlagOn } from '../../feature/settings.ts'
import { type Clock, wait } from '../../kernel/clock.ts'
import { deepEqual } from '../../kernel/deep-equal.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { Logger } from '../../kernel/logger.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { Claims } from '../../session/token.ts'

const numberIn = (rules: unknown, rule: TargetRule): number => (Array.isArray(rules) ? rules.indexOf(rule) + 1 : 0)

/** Returns the location of a rule, such as `rule 2 of plan "pro"`. */
const ruleName = ({ features, plans }: Partial<UserEntitlementsV2>, rule: TargetRule): string => {
  const places = [
    ...Object.entries(features ?? {}).map(([key, feature]) => [`the flag of feature "${key}"`, feature?.featureFlag]),
    ...Object.entries(plans ?? {}).map(([id, plan]) => [`plan "${id}"`, plan]),
  ] as const
  for (const [name, targeting] of places) {
    const number = numberIn((targeting as { rules?: unknown } | undefined)?.rules, rule)
    if (number > 0) return `rule ${number} of ${String(name)}`
  }
  return 'a rule'
}

type Missing = 'MISSING_FEATURE' | 'MISSING_PERMISSION'

const lookUp = (table: unknown, key: string, missing: Missing): EntitlementResult => {
  const known = typeof table === 'object' && table !== null && Object.hasOwn(table, key)
  const entry = known ? (table as UserEntitlementsV1['features'])[key] : undefined
  if (!entry) return { isEntitled: false, justification: missing }
  return entry.isEntitled ? { isEntitled: true } : { isEntitled: false, justification: entry.justification }
}

/**
 * Wraps version 1 entitlements, which the server has already decided: keys are looked up unchanged, and attributes have
 * no effect.
 */
const decidedEntitlements = ({ features, permissions }: UserEntitlementsV1): Entitlements => ({
  toFeature: (key) => lookUp(features, key, 'MISSING_FEATURE'),
  toPermission: (key) => lookUp(permissions, key, 'MISSING_PERMISSION'),
})

/** Wire names of feature flags that deployed backends set. */
const LOAD_FLAG = 'admin_portal_entitlements'
const V2_FLAG = 'admin_portal_use_entitlements_v2_endpoint'
/** Set by backends with a payment provider, where entitlements change without this browser. */
const FOLLOW_FLAG = 'fe-features-follow-payments'
/** Maximum time that a sign-in waits for the entitlements before it continues without them. */
const PATIENCE_MS = 4000
/** Delays after failures; after the last one, nothing is requested until the next token. */
const RETRY_MS = [2000, 8000, 30_000]

/** Attributes of the host's own that rules of features may look at, by name. */
export type CustomAttributes = NonNullable<AttributeSources['custom']>

export interface EntitlementParts {
  send: Send
  store: AppStore
  clock: Clock
  log: Logger
  events: HostEvents
  signal: AbortSignal
  /** Stores entitlements that arrived outside a sign-in with the user. */
  keep(entitlements: unknown): void
}

/** Loads the entitlements of one app, keeps them current and evaluates them. */
export interface EntitlementService {
  toFeature(key: string, custom?: CustomAttributes): EntitlementResult
  toPermission(key: string, custom?: CustomAttributes): EntitlementResult
  /** Loads the entitlements for the session, with every new user or tenant; never rejects. */
  loadFor(claims: Claims): Promise<unknown>
  /** Loads the entitlements at any time; resolves to `false` when that fails. */
  load(): Promise<boolean>
  /** Returns the data that checks evaluate; `undefined` when the server has decided, or nothing is loaded. */
  rules(): { entitlements: UserEntitlementsV2; jwt: object } | undefined
}

interface Known {
  owner: string
  data: object
  isV2: boolean
  opened: Entitlements
}

const ownerOf = ({ sub, tenantId }: Claims): string => `${String(sub)} ${String(tenantId)}`

/** Returns the user's claims for rules, without tokens and entitlements, which aren't attributes. */
const claimsOf = ({ accessToken: _secret, entitlements: _rules, ...jwt }: SessionUser): Claims => ({ ...jwt })

/** Warns once per rule, however often it is evaluated. */
const warnOnce = (entitlements: UserEntitlementsV2, log: Logger) => {
  const warned = new Set<TargetRule>()
  return (rule: TargetRule) => {
    if (warned.has(rule)) return
    warned.add(rule)
    log.warn(
      `Entitlements: a pattern in ${ruleName(entitlements, rule)} takes too many steps, so the rule does not match`,
    )
  }
}

const open = (data: object, isV2: boolean, log: Logger): Entitlements => {
  // The wire seam: the engine reads either shape defensively.
  if (!isV2) return decidedEntitlements(data as UserEntitlementsV1)
  const entitlements = data as UserEntitlementsV2
  return openEntitlements(entitlements, { onGiveUp: warnOnce(entitlements, log) })
}

const createLoader = ({ send, store, clock, log, signal, keep }: EntitlementParts) => {
  const api = createClient(send, { entitlements: table }).entitlements
  const isOn = (flag: string) => store.getState().settings.preview || isFlagOn(store.getState().settings, flag)
  let known: Known | undefined
  let running: { owner: string; pending: Promise<object> } | undefined
  let retry = new AbortController()
  let [started, applied] = [0, 0]

  /** Returns the previous object if nothing changed, so that nothing renders again. */
  const fetchNow = async (owner: string): Promise<object> => {
    const isV2 = isOn(V2_FLAG)
    const turn = ++started
    const data: unknown = await (isV2 ? api.loadEntitlementsV2({}, { signal }) : api.loadEntitlementsV1({}, { signal }))
    if (!isRecord(data)) throw new TypeError('The entitlements must be an object')
    // The response to a later request has already been applied.
    if (turn < applied && known?.owner === owner) return known.data
    applied = turn
    if (known?.owner === owner && known.isV2 === isV2 && deepEqual(known.data, data)) return known.data
    known = { owner, data, isV2, opened: open(data, isV2, log) }
    return data
  }
  const fetchFor = (owner: string): Promise<object> => {
    if (running?.owner === owner) return running.pending
    const pending = fetchNow(owner).finally(() => {
      if (running?.pending === pending) running = undefined
    })
    running = { owner, pending }
    return pending
  }
  const forOwner = (owner: string) => (known?.owner === owner ? known.data : undefined)

  /** Stores the entitlements, unless another user or account has become active since. */
  const keepFor = (owner: string, data: object): void => {
    const { user } = store.getState().session
    if (user && ownerOf(claimsOf(user)) === owner && user.entitlements !== data) keep(data)
  }

  const tryAgain = async (owner: string): Promise<void> => {
    retry.abort()
    retry = new AbortController()
    const ended = AbortSignal.any([retry.signal, signal])
    for (const delay of RETRY_MS) {
      await wait(clock, delay, ended)
      const data = await fetchFor(owner).catch(() => undefined)
      ended.throwIfAborted()
      if (data) return keepFor(owner, data)
    }
  }
  const load = async (owner: string): Promise<object | undefined> => {
    retry.abort()
    try {
      return await fetchFor(owner)
    } catch (error) {
      if (signal.aborted) return undefined
      log.warn('The entitlements could not be loaded', error)
      tryAgain(owner).catch(() => undefined)
      return forOwner(owner)
    }
  }
  /** Runs independently of other loads: a load after a purchase must not get the response to an earlier request. */
  const look = async (owner: string): Promise<void> => {
    if (!running) keepFor(owner, await fetchNow(owner))
  }
  const isFollowed = () => isFlagOn(store.getState().settings, FOLLOW_FLAG)
  return { isWanted: () => isOn(LOAD_FLAG), isFollowed, known: () => known, load, forOwner, fetchFor, keepFor, look }
}

type Loader = ReturnType<typeof createLoader>

/** Returns the entitlements in time for the sign-in, or stores them later with `keep`. */
const loadInTime = async ({ clock, signal }: EntitlementParts, loader: Loader, owner: string) => {
  let isLate = false
  const loading = loader.load(owner)
  loading.then((data) => isLate && data && loader.keepFor(owner, data))
  const patience = wait(clock, PATIENCE_MS, signal).then(
    () => {
      isLate = true
      return loader.forOwner(owner)
    },
    () => undefined,
  )
  return Promise.race([loading, patience])
}

/** Loads again with every new token, and dispatches an event when something changed. */
const follow = ({ store, events, signal }: EntitlementParts, loader: Loader) => {
  let { user: last } = store.getState().session
  const stop = store.subscribe(({ session: { user } }) => {
    const before = last
    last = user
    if (!user || user === before) return
    const data = user.entitlements
    if (data !== undefined && data !== before?.entitlements) events.after('entitlements-change', { entitlements: data })
    const isRenewed = before?.id === user.id && before.accessToken !== user.accessToken
    if (isRenewed && data !== undefined && data === before.entitlements) {
      const owner = ownerOf(claimsOf(user))
      loader.load(owner).then((fresh) => fresh && loader.keepFor(owner, fresh))
    }
  })
  signal.addEventListener('abort', stop, { once: true })
}

const importFollowing = () => import('./follow-payments.ts')

/** Loads the polling code on demand, so that hosts without billing load none of it. */
const followLazily = ({ store, clock, log, signal }: EntitlementParts, loader: Loader) => {
  const look = async () => {
    const { user } = store.getState().session
    if (user) await loader.look(ownerOf(claimsOf(user)))
  }
  const onFailure = (error: unknown) => log.warn('The code that follows payments did not load', error)
  const begin = () => {
    if (!store.getState().session.user || !loader.isWanted() || !loader.isFollowed()) return
    stop()
    loadChunk(importFollowing, { clock, signal, onFailure }).then(
      ({ followPayments }) => signal.aborted || followPayments({ store, clock, signal, look }),
      onFailure,
    )
  }
  const stop = store.subscribe(begin)
  signal.addEventListener('abort', stop, { once: true })
  begin()
}

export const createEntitlements = (parts: EntitlementParts): EntitlementService => {
  const loader = createLoader(parts)
  follow(parts, loader)
  followLazily(parts, loader)
  const user = () => parts.store.getState().session.user
  let seen: { signedIn: SessionUser; claims: Claims; owner: string } | undefined
  /** Computes the claims once per user, not per check. */
  const claims = (signedIn: SessionUser) => {
    if (seen?.signedIn === signedIn) return seen
    const own = claimsOf(signedIn)
    seen = { signedIn, claims: own, owner: ownerOf(own) }
    return seen
  }
  const decide = (to: keyof Entitlements, key: string, custom?: CustomAttributes): EntitlementResult => {
    const [signedIn, known] = [user(), loader.known()]
    if (signedIn && known?.data === signedIn.entitlements && known?.owner === claims(signedIn).owner) {
      return known.opened[to](key, { custom, jwt: claims(signedIn).claims })
    }
    return { isEntitled: false, justification: to === 'toFeature' ? 'MISSING_FEATURE' : 'MISSING_PERMISSION' }
  }
  return {
    toFeature: (key, custom) => decide('toFeature', key, custom),
    toPermission: (key, custom) => decide('toPermission', key, custom),
    loadFor: async (claims) => (loader.isWanted() ? loadInTime(parts, loader, ownerOf(claims)) : undefined),
    async load() {
      const signedIn = user()
      if (!signedIn) return false
      try {
        const { owner } = claims(signedIn)
        loader.keepFor(owner, await loader.fetchFor(owner))
        return true
      } catch (error) {
        parts.log.warn('The entitlements could not be loaded', error)
        return false
      }
    },
    rules() {
      const [signedIn, known] = [user(), loader.known()]
      if (!signedIn || !known?.isV2 || known.data !== signedIn.entitlements) return undefined
      if (known.owner !== claims(signedIn).owner) return undefined
      return { entitlements: known.data as UserEntitlementsV2, jwt: claims(signedIn).claims }
    },
  }
}
