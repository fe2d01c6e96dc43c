import type { AccessEffect } from '../../contract/security.ts'
import type { IpChange } from '../../entities/policies.ts'
import { touchConfig } from '../domain/identity/restrictions/ip-changes.ts'
import type { Kit } from '../suites/kit.test-kit.ts'
import type { Resident } from './lockout-fixtures.test-kit.ts'
import { type IpFixture, saveIpUnguarded } from './lockout-ip-fixtures.test-kit.ts'
import { entryOf, HERE, isOpen, trying } from './lockout-oracle.test-kit.ts'

/** An IP address in no rule, assumed for users who were never seen. */
const ANYWHERE = '2001:db9::1'

interface Place {
  resident: Resident
  /** IP addresses the user was seen from. */
  from: readonly string[]
}

interface Tried {
  enters: boolean
  open: ReadonlySet<string>
}

interface Outcome extends Place {
  before: Tried
  after: Tried
  /** The outcome without restrictions. */
  could: Tried
}

const openOf = async (kit: Kit, fixture: IpFixture, { sessions }: Resident): Promise<Set<string>> => {
  const open = new Set<string>()
  for (const session of sessions) {
    kit.peer.address = fixture.addressOf.get(session.id) || undefined
    if (await isOpen(kit, fixture, session)) open.add(session.id)
  }
  return open
}

const enters = async (kit: Kit, { resident, from }: Place): Promise<boolean> => {
  for (const address of from.length > 0 ? from : [ANYWHERE]) {
    kit.peer.address = address || undefined
    if ((await entryOf(kit, resident)).enters) return true
  }
  return false
}

/** Tries every session from its own IP address, and a sign-in from each place where the user was seen. */
const tryAll = async (kit: Kit, fixture: IpFixture, places: readonly Place[]): Promise<Tried[]> => {
  const tried: Tried[] = []
  for (const place of places)
    tried.push({ enters: await enters(kit, place), open: await openOf(kit, fixture, place.resident) })
  return tried
}

const withoutRestrictions = <Result>(kit: Kit, work: () => Promise<Result>): Promise<Result> =>
  trying(kit, async () => {
    await touchConfig(kit.ports, HERE, { isActive: false })
    return work()
  })

/** Returns the places of open sessions or, for a user without any, those of ended ones. */
const placesOf = (kit: Kit, fixture: IpFixture): Promise<Place[]> =>
  withoutRestrictions(kit, async () => {
    const { caller, addressOf, residents } = fixture
    const places: Place[] = []
    for (const resident of residents) {
      const open = await openOf(kit, fixture, resident)
      const ids = open.size > 0 ? [...open] : resident.sessions.map(({ id }) => id)
      const isCaller = resident.id === (caller.actorId ?? caller.userId)
      places.push({ resident, from: (isCaller ? [caller.id] : ids).map((id) => addressOf.get(id) ?? '') })
    }
    return places
  })

type Fate = AccessEffect['caller']

const fateOf = (before: Tried, after: Tried): Fate => {
  const hasEnded = [...before.open].some((id) => !after.open.has(id))
  if (hasEnded && after.open.size === 0 && !after.enters) return 'now'
  if (before.enters && !after.enters) return 'next-sign-in'
  return hasEnded ? 'signed-out' : 'none'
}

export interface IpFound extends Pick<AccessEffect, 'signedOut' | 'now' | 'nextSignIn' | 'caller'> {
  /** Whether an administrator could enter before (`had`), still can (`left`), and was seen somewhere (`knownLeft`). */
  administrators: { had: boolean; left: boolean; knownLeft: boolean }
  /** Whether every user was seen somewhere, and every administrator could enter; all counts are exact only then. */
  isAllKnown: boolean
}

/** If no administrator can sign in, their open sessions keep the account accessible. */
const administratorsOf = (administrators: readonly Outcome[]): IpFound['administrators'] => {
  const canSignIn = administrators.some(({ could }) => could.enters)
  const isIn = (tried: Tried) => (canSignIn ? tried.enters : tried.open.size > 0)
  const left = administrators.filter(({ after }) => isIn(after))
  return {
    had: administrators.some(({ before }) => isIn(before)),
    left: left.length > 0,
    knownLeft: left.some(({ from }) => from.length > 0),
  }
}

/**
 * Determines the actual effect: tries every session and every way to sign in, before and after, from all places where
 * users were seen.
 */
export const tryIpChange = async (kit: Kit, fixture: IpFixture, change: IpChange): Promise<IpFound> => {
  const { caller } = fixture
  const places = await placesOf(kit, fixture)
  const could = await withoutRestrictions(kit, () => tryAll(kit, fixture, places))
  const before = await tryAll(kit, fixture, places)
  return trying(kit, async () => {
    await saveIpUnguarded(kit, change)
    const after = await tryAll(kit, fixture, places)
    kit.peer.address = fixture.addressOf.get(caller.id) || undefined
    const isCallerIn = await isOpen(kit, fixture, caller)
    const all = places.map(
      (place, at): Outcome => ({
        ...place,
        before: before[at] as Tried,
        after: after[at] as Tried,
        could: could[at] as Tried,
      }),
    )
    const fates = all.map((one) => fateOf(one.before, one.after))
    const count = (wanted: Fate) => fates.filter((fate) => fate === wanted).length
    const own = all.find(({ resident }) => resident.id === (caller.actorId ?? caller.userId))
    const residents = all.filter(({ resident }) => resident.isAdministrator)
    const guests = all.filter(({ resident }) => resident.isGuestAdministrator)
    // An account without administrators of its own depends on those of the account above.
    const administrators = administratorsOf(residents).had ? residents : guests
    return {
      signedOut: count('signed-out'),
      now: count('now'),
      nextSignIn: count('next-sign-in'),
      caller: isCallerIn ? 'none' : own?.after.enters ? 'signed-out' : 'now',
      administrators: administratorsOf(administrators),
      isAllKnown:
        all.every(({ from }) => from.length > 0) &&
        [...residents, ...guests].every((one) => !one.could.enters || one.before.enters),
    }
  })
}
