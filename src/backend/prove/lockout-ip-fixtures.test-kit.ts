import type { IpChange, ListType } from '../../entities/policies.ts'
import { nodeRandom } from '../adapters/random.ts'
import { ensureConfig, touchConfig } from '../domain/identity/restrictions/ip-changes.ts'
import { anIpRestriction } from '../suites/ip-restrictions.test-kit.ts'
import type { Kit } from '../suites/kit.test-kit.ts'
import { type Fixture, plantFixture, type Random } from './lockout-fixtures.test-kit.ts'
import { HERE, isOpen } from './lockout-oracle.test-kit.ts'

/** IP addresses of users; the empty one represents a connection without an address. */
const ADDRESSES = ['203.0.113.9', '203.0.113.77', '198.51.100.1', '192.0.2.5', '2001:db8::9', '::ffff:192.0.2.9', '']
const RANGES = ['203.0.113.9', '203.0.113.0/24', '198.51.100.1', '198.51.100.0/30', '192.0.2.0/29', '2001:db8::/32']
const WIDE = '0.0.0.0/0'
const LISTS: readonly ListType[] = ['ALLOW', 'BLOCK']

/** A state in which every session began at an IP address, and the account may restrict IP addresses. */
export interface IpFixture extends Fixture {
  /** IP addresses by session. */
  addressOf: ReadonlyMap<string, string>
}

const randomRule = ({ chance, pick }: Random) => ({ ip: chance(0.1) ? WIDE : pick(RANGES), strategy: pick(LISTS) })

const plantRules = async (kit: Kit, random: Random): Promise<void> => {
  const rules = Array.from({ length: Math.floor(random.next() * 6) }, () =>
    anIpRestriction({ ...randomRule(random), isActive: random.chance(0.8) }),
  )
  const distinct = new Map(rules.map((rule) => [rule.id, rule]))
  await kit.store.ipRestrictions.insertMany([...distinct.values()])
  await ensureConfig(kit.ports, HERE)
  await touchConfig(kit.ports, HERE, { isActive: random.chance(0.5), strategy: random.pick(LISTS) })
}

/** Places the caller where they are allowed, because they could otherwise not call the guard. */
const placeCaller = async (kit: Kit, random: Random, fixture: Fixture): Promise<string> => {
  const first = Math.floor(random.next() * ADDRESSES.length)
  for (const address of [...ADDRESSES.slice(first), ...ADDRESSES.slice(0, first)]) {
    kit.peer.address = address || undefined
    if (await isOpen(kit, fixture, fixture.caller)) return address
  }
  await touchConfig(kit.ports, HERE, { isActive: false })
  return ADDRESSES[first] ?? ''
}

export const plantIpFixture = async (kit: Kit, random: Random): Promise<IpFixture> => {
  const fixture = await plantFixture(kit, random)
  await plantRules(kit, random)
  const sessions = fixture.residents.flatMap((resident) => resident.sessions)
  const addressOf = new Map(sessions.map(({ id }) => [id, random.pick(ADDRESSES)]))
  addressOf.set(fixture.caller.id, await placeCaller(kit, random, fixture))
  for (const [id, ipAddress] of addressOf) await kit.store.sessions.update({ id }, { ipAddress })
  return { ...fixture, addressOf }
}

export const randomIpChange = async (kit: Kit, random: Random): Promise<IpChange> => {
  const { chance, pick, next } = random
  const rules = await kit.store.ipRestrictions.list({ tenantId: HERE })
  const configure = { action: 'configure', isActive: chance(0.85), strategy: pick(LISTS) } as const
  const ips = Array.from({ length: 1 + Math.floor(next() * 2) }, () => randomRule(random))
  const add = { action: 'add', ips } as const
  if (rules.length === 0) return pick([configure, add])
  const { id } = pick(rules)
  return pick([configure, add, { action: 'update', id, isActive: chance(0.5) }, { action: 'delete', id }])
}

/** Saves the change without the guard. */
export const saveIpUnguarded = async ({ ports, store }: Kit, change: IpChange): Promise<void> => {
  if (change.action === 'delete') await store.ipRestrictions.delete({ id: change.id })
  if (change.action === 'update') await store.ipRestrictions.update({ id: change.id }, { isActive: change.isActive })
  if (change.action === 'add') {
    for (const { ip, strategy } of change.ips) {
      const rule = anIpRestriction({ ip, ...(strategy && { strategy }) })
      // A second rule for the same addresses has no effect, even if its state differs.
      await store.ipRestrictions.insert({ ...rule, id: `${rule.id} added ${nodeRandom.uuid()}` }).catch(() => undefined)
    }
  }
  const { isActive, strategy } = change.action === 'configure' ? change : {}
  await touchConfig(ports, HERE, { ...(isActive !== undefined && { isActive }), ...(strategy && { strategy }) })
}
