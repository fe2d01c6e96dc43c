import { stepUp } from '../../contract/login.ts'
import { mfa, mfaLogin } from '../../contract/mfa.ts'
import type { AccessEffect, PolicyChange } from '../../contract/security.ts'
import { type Reply, SYSTEM_CALLER } from '../call/caller.ts'
import { Refusal } from '../call/refusal.ts'
import { lacksSso } from '../domain/identity/access/required-sso.ts'
import { applyLimits } from '../domain/identity/sessions/session-visits.ts'
import { ALL_SETTINGS } from '../domain/settings/all-settings.ts'
import { enterBySso } from '../domain/sso/enter-by-sso.ts'
import { connectionFor } from '../domain/sso/sso.ts'
import type { Records, SessionRecord, SsoConnectionRecord } from '../store/records.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Collection } from '../store/store.ts'
import type { Kit } from '../suites/kit.test-kit.ts'
import { appCode, pendingSecret } from '../suites/mfa.test-kit.ts'
import { MIA_SECRET } from '../suites/users.test-kit.ts'
import type { Fixture, Resident } from './lockout-fixtures.test-kit.ts'

export const HERE = 'acme'
const NAMES = (Object.keys(STORE_SCHEMA) as (keyof Records)[]).filter((name) => name !== 'keys')

/** Copies everything stored and returns a function that restores it. */
const snapshot = async ({ store, time }: Kit): Promise<() => Promise<void>> => {
  const rows = await Promise.all(NAMES.map(async (name) => [name, await store[name].list({})] as const))
  const { now } = time
  return async () => {
    time.now = now
    for (const [name, kept] of rows) {
      // The rows belong to the collection of the same name.
      const collection = store[name] as unknown as Collection<(typeof kept)[number]>
      await collection.delete({})
      await collection.insertMany(kept)
    }
  }
}

/** Runs some work and undoes what it wrote. */
export const trying = async <Result>(kit: Kit, work: () => Promise<Result>): Promise<Result> => {
  const restore = await snapshot(kit)
  try {
    return await work()
  } finally {
    await restore()
  }
}

export const isOpen = (kit: Kit, fixture: Fixture, session: SessionRecord): Promise<boolean> =>
  trying(kit, async () => {
    const { status, body } = await kit.refresh(await fixture.cookieOf(session))
    return status === 200 && body.tenantId === HERE
  })

interface Arrival {
  tenantId: string
  token: string
  cookie: string
  /** Whether a second factor had to be added during the sign-in. */
  enrolled: boolean
}

interface Started {
  mfaRequired: boolean
  mfaEnrolled?: boolean
  mfaToken?: string
  accessToken?: string
  tenantId?: string
}

const cookieIn = (headers: Headers): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('fe_refresh'))
    ?.split(';')[0] ?? ''

/** Proves the second factor that a sign-in requires, or adds a first one. */
const finish = async (kit: Kit, user: Resident, started: Started, headers: Headers): Promise<Arrival | undefined> => {
  const { mfaToken, mfaEnrolled, accessToken = '', tenantId = '' } = started
  if (!started.mfaRequired) return { tenantId, token: accessToken, cookie: cookieIn(headers), enrolled: false }
  const secret = mfaEnrolled ? MIA_SECRET : await pendingSecret(kit, user.id)
  const body = { mfaToken, value: await appCode(kit, secret) }
  const done = await kit.call('POST', mfaLogin.verifyCode.path, { body })
  if (done.status !== 200) return undefined
  const { accessToken: token, tenantId: entered } = done.body
  return { tenantId: entered, token, cookie: cookieIn(done.headers), enrolled: !mfaEnrolled }
}

const byPassword = async (kit: Kit, user: Resident): Promise<Arrival | undefined> => {
  const { status, body, headers } = await kit.login(user.email)
  return status === 200 ? finish(kit, user, body, headers) : undefined
}

/** An enabled connection counts as working if it is one of several ways in; as the only one, it needs a passed test. */
const doesRespond = async ({ ports, store }: Kit, { id }: Resident, connection: SsoConnectionRecord) => {
  const user = await store.users.get(id)
  const session = { amr: null, actorId: null, actorSessionId: null }
  if (!user || !(await lacksSso(ports, { user, session, tenantId: connection.tenantId }))) return true
  return (await store.ssoSetups.get(connection.id))?.test.includes('passed') === true
}

const bySso = async (kit: Kit, user: Resident): Promise<Arrival | undefined> => {
  const connection = await connectionFor(kit.ports, user.email)
  if (!connection || !(await doesRespond(kit, user, connection))) return undefined
  const reply: Reply = { status: 200, headers: new Headers() }
  const identity = { subject: user.id, email: user.email, name: undefined, emailVerified: true, groups: [] }
  try {
    const started = await enterBySso(
      { ports: kit.ports, caller: { ...SYSTEM_CALLER, ipAddress: kit.peer.address }, reply },
      connection,
      identity,
    )
    return await finish(kit, user, started, reply.headers)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Moves from another account of the user to this one, with the second factor if it requires one. */
const moveHere = async (kit: Kit, user: Resident, arrival: Arrival): Promise<Arrival | undefined> => {
  if (arrival.tenantId === HERE) return arrival
  const first = await kit.refresh(arrival.cookie, { tenantId: HERE })
  if (first.status === 200) return { ...arrival, tenantId: HERE }
  if (!String(first.body.errors).includes('second factor')) return undefined
  return proveHere(kit, user, arrival)
}

const proveHere = async (kit: Kit, user: Resident, arrival: Arrival): Promise<Arrival | undefined> => {
  const { token } = arrival
  const { mfaEnrolled = false } = (await kit.store.users.get(user.id)) ?? {}
  if (!mfaEnrolled) {
    await kit.call('POST', mfa.startEnroll.path, { token, body: {} })
    const code = await appCode(kit, await pendingSecret(kit, user.id))
    const added = await kit.call('POST', mfa.verifyEnroll.path, { token, body: { token: code } })
    return added.status === 200 ? { ...arrival, tenantId: HERE, enrolled: true } : undefined
  }
  // Each code is valid only once.
  kit.time.now += 30_000
  const asked = await kit.call('POST', stepUp.generateStepUpSession.path, { token, body: {} })
  const body = { mfaToken: asked.body.mfaToken, value: await appCode(kit) }
  const proven = await kit.call('POST', mfaLogin.verifyCode.path, { body })
  const moved = await kit.refresh(cookieIn(proven.headers) || arrival.cookie, { tenantId: HERE })
  return moved.status === 200 ? { ...arrival, tenantId: HERE } : undefined
}

interface Entry {
  enters: boolean
  /** Whether every way in requires the user to add a second factor. */
  enrolls: boolean
}

export const entryOf = async (kit: Kit, user: Resident): Promise<Entry> => {
  const arrivals: Arrival[] = []
  for (const way of [byPassword, bySso]) {
    const arrival = await trying(kit, async () => {
      const started = await way(kit, user)
      return started && moveHere(kit, user, started)
    })
    if (arrival) arrivals.push(arrival)
  }
  return { enters: arrivals.length > 0, enrolls: arrivals.length > 0 && arrivals.every(({ enrolled }) => enrolled) }
}

interface Tried {
  user: Resident
  entry: Entry
  open: ReadonlySet<string>
}

const tryAll = async (kit: Kit, fixture: Fixture): Promise<Tried[]> => {
  const tried: Tried[] = []
  for (const user of fixture.residents) {
    const open = new Set<string>()
    for (const session of user.sessions) if (await isOpen(kit, fixture, session)) open.add(session.id)
    tried.push({ user, entry: await entryOf(kit, user), open })
  }
  return tried
}

/** Saves the change without the guard. */
const force = async ({ ports }: Kit, { caller }: Fixture, { kind, value }: PolicyChange): Promise<void> => {
  const { ssoConnections, ssoDomains, ssoSetups } = ports.store
  if (kind === 'ssoDomain') {
    await ssoDomains.update({ id: value.domainId }, { validated: true })
    await ssoConnections.update({ id: value.connectionId }, { guarantorId: caller.userId })
  }
  if (kind === 'sso') {
    const { connectionId: id, enforced, exemptUserIds } = value
    await ssoSetups.update({ id }, { enforced, exemptUserIds: JSON.stringify(exemptUserIds) })
  }
  if (kind === 'sso' || kind === 'ssoDomain') return
  const setting = ALL_SETTINGS[kind as 'sessions']
  const config = { ...(await setting.of(ports.store, HERE)), ...value }
  await setting.save(ports, HERE, config)
  if (kind === 'sessions') await applyLimits(ports, HERE, config)
}

type Fate = AccessEffect['caller']

const fateOf = (before: Tried, after: Tried): Fate => {
  const hasEnded = [...before.open].some((id) => !after.open.has(id))
  if (hasEnded && after.open.size === 0 && !after.entry.enters) return 'now'
  if (before.entry.enters && !after.entry.enters) return 'next-sign-in'
  return hasEnded ? 'signed-out' : 'none'
}

type Pair = readonly [before: Tried, after: Tried]

const leftAmong = (all: readonly Pair[]) => {
  const signIn = all.filter(([before]) => before.entry.enters)
  if (signIn.length > 0) return { had: true, left: signIn.filter(([, after]) => after.entry.enters).length }
  const signedIn = all.filter(([before]) => before.open.size > 0)
  return { had: signedIn.length > 0, left: signedIn.filter(([, after]) => after.open.size > 0).length }
}

/** An account without administrators of its own depends on those of the account above. */
const administratorsLeft = (pairs: readonly Pair[]) => {
  const own = leftAmong(pairs.filter(([{ user }]) => user.isAdministrator))
  return own.had ? own : leftAmong(pairs.filter(([{ user }]) => user.isGuestAdministrator))
}

export type Found = Omit<AccessEffect, 'sample' | 'apiTokens'>

/** Determines the actual effect of the change: tries every session and every way to sign in, before and after. */
export const tryChange = async (kit: Kit, fixture: Fixture, change: PolicyChange): Promise<Found> => {
  const before = await tryAll(kit, fixture)
  return trying(kit, async () => {
    await force(kit, fixture, change)
    const after = await tryAll(kit, fixture)
    const isCallerIn = await isOpen(kit, fixture, fixture.caller)
    const pairs = before.map((one, at) => [one, after[at] as Tried] as const)
    const fates = pairs.map(([one, other]) => fateOf(one, other))
    const count = (wanted: Fate) => fates.filter((fate) => fate === wanted).length
    const { actorId, userId } = fixture.caller
    const own = pairs.findIndex(([{ user }]) => user.id === (actorId ?? userId))
    const keeps = actorId === null && fates[own] === 'next-sign-in' ? 'next-sign-in' : 'none'
    const loses = after[own]?.entry.enters ? 'signed-out' : 'now'
    const administrators = administratorsLeft(pairs)
    return {
      signedOut: count('signed-out'),
      now: count('now'),
      nextSignIn: count('next-sign-in'),
      toEnroll: pairs.filter(([{ entry }, after]) => entry.enters && !entry.enrolls && after.entry.enrolls).length,
      caller: isCallerIn ? keeps : loses,
      administratorsLeft: administrators.left,
      isRefused: administrators.had && administrators.left === 0,
    }
  })
}
