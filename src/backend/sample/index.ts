import { publishedAccess } from '../domain/identity/roles/published-access.ts'
import type { PasswordHasher } from '../ports.ts'
import { type Collections, type Store, unlessDuplicate } from '../store/store.ts'
import { sampleRoles } from './access.ts'
import { sampleAudits } from './audits.ts'
import { sampleBillingAccounts } from './billing.ts'
import { sampleGroups, tenantRoles } from './groups.ts'
import { sampleIpRestrictions } from './ip-restrictions.ts'
import { sampleNotifications } from './notifications.ts'
import { sampleDomainRules, samplePolicies } from './portal.ts'
import { colleagues } from './team.ts'
import { sampleAccountLinks, sampleTenants, tenantIdOf } from './tenants.ts'
import { sampleApiTokens } from './tokens.ts'
import { sampleUsage } from './usage.ts'
import { factorsOf, membersOf, namedUsers, SAMPLE_PASSWORD, type SampleUser, userOf } from './users.ts'
import { insertSampleSettings } from './vendor-settings.ts'

export { SAMPLE_PASSWORD, SAMPLE_USERS } from './users.ts'

const YEAR = 365 * 86_400_000

/** Numbers of audit rows by the tenant's name. */
const AUDITS = { acme: 180, globex: 5_000 }

interface SampleFacts {
  passwordHash: string
  now: number
  audits: Readonly<Record<keyof typeof AUDITS, number>>
}

const insertUsers = async (
  store: Collections,
  users: readonly SampleUser[],
  { passwordHash, now, audits }: SampleFacts,
) => {
  const members = users.flatMap(membersOf)
  await store.users.insertMany(users.map((user) => userOf(user, passwordHash)))
  await store.members.insertMany(members)
  await store.factors.insertMany(users.flatMap(factorsOf))
  for (const [tenant, size] of Object.entries(audits)) {
    const actors = members.filter(({ tenantId }) => tenantId === tenantIdOf(tenant))
    const { head, rows } = sampleAudits(actors, size, now)
    await store.audits.insertMany(rows)
    await store.auditHeads.insert(head)
  }
}

export interface SampleOptions {
  store: Store
  hasher: Pick<PasswordHasher, 'hash'>
  clock: { now(): number }
  /** Numbers of audit rows that replace those of the demo. */
  audits?: Partial<typeof AUDITS>
}

/**
 * Fills an empty store with the tenants and users of the demo; does nothing if the store has them already. Times are
 * relative to the clock; everything else is the same on every run.
 */
export const loadSample = async ({ store, hasher, clock, audits }: SampleOptions): Promise<void> => {
  if (await store.tenants.get(tenantIdOf('acme'))) return
  const now = clock.now()
  const passwordHash = await hasher.hash(SAMPLE_PASSWORD)
  // Another process that adds them at the same time adds the same rows.
  await unlessDuplicate(
    store.transaction((inside) => insertSample(inside, { passwordHash, now, audits: { ...AUDITS, ...audits } })),
  )
}

/** Inserts roles and permissions; a database that was opened without the sample has them already. */
const insertAccess = async (store: Collections, at: number): Promise<void> => {
  if (await store.roles.find({ tenantId: null })) return
  const { permissionCategories, permissions, roles } = publishedAccess(at)
  await store.permissionCategories.insertMany(permissionCategories)
  await store.permissions.insertMany(permissions)
  await store.roles.insertMany(roles)
}

const insertSample = async (store: Collections, facts: SampleFacts): Promise<void> => {
  const { now } = facts
  const founded = now - 2 * YEAR
  await store.tenants.insertMany(sampleTenants(founded))
  await store.accountLinks.insertMany(sampleAccountLinks(founded))
  await insertAccess(store, founded)
  await store.roles.insertMany([...sampleRoles(founded), ...tenantRoles(founded)])
  await store.groups.insertMany(sampleGroups(founded))
  await insertSampleSettings(store, founded)
  await store.policies.insertMany(samplePolicies(founded))
  await store.domainRules.insertMany(sampleDomainRules(founded))
  await store.apiTokens.insertMany(sampleApiTokens(now))
  const ips = sampleIpRestrictions(now)
  await store.ipConfigs.insertMany(ips.configs)
  await store.ipRestrictions.insertMany(ips.rules)
  await store.billingAccounts.insertMany(sampleBillingAccounts(now))
  await store.usage.insertMany(sampleUsage(now))
  const { events, notificationStates } = sampleNotifications(now)
  await store.events.insertMany(events)
  await store.notificationStates.insertMany(notificationStates)
  await insertUsers(store, [...namedUsers(now), ...colleagues(now)], facts)
}
