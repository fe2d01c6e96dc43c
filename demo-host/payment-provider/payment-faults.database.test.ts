import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createArgon2Hasher } from '../../src/backend/adapters/password-hasher.ts'
import { openPgliteStore } from '../../src/backend/adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../../src/backend/adapters/postgres/postgres-store.ts'
import { isWhole, report } from '../../src/backend/prove/report.test-kit.ts'
import { SAMPLE_BILLING } from '../../src/backend/sample/billing.ts'
import { SAMPLE_CATALOG } from '../../src/backend/sample/portal.ts'
import type { Store } from '../../src/backend/store/store.ts'
import { PASSWORD } from '../../src/backend/suites/users.test-kit.ts'
import { temporaryData } from '../../src/testing/pglite.ts'
import { startPostgres } from '../../src/testing/postgres.ts'
import { aMemberRecord, aRoleRecord, aTenantRecord, aUserRecord } from '../../src/testing/records.ts'
import { type FaultyProvider, startFaultyProvider } from './faults-connection.test-kit.ts'
import { type Buyer, createCustomerCalls } from './faults-customer.test-kit.ts'
import { startFleet } from './faults-fleet.test-kit.ts'
import { aTally, FAULTS, playRounds, type Stage, type Tally } from './faults-rounds.test-kit.ts'

/** Accounts whose rounds are played at once. */
const BUYERS = isWhole ? 8 : 4
const ROUNDS = isWhole ? 200 : 4

const PERMISSIONS = ['fe.subscriptions.read.*', 'fe.subscriptions.write.*']

/** Adds the plans, and one account for each buyer with a customer at the provider. */
const fill = async (store: Store, { ledger }: FaultyProvider): Promise<Buyer[]> => {
  const dates = { createdAt: 0, updatedAt: 0 }
  const passwordHash = await createArgon2Hasher().hash(PASSWORD)
  for (const [kind, value] of Object.entries({ billing: SAMPLE_BILLING, entitlements: SAMPLE_CATALOG })) {
    await store.policies.insert({ id: kind, tenantId: null, kind, value: JSON.stringify(value), ...dates })
  }
  await store.permissionCategories.insert({ id: 'billing', name: 'Billing', description: '', ...dates })
  const facts = { description: '', categoryId: 'billing', ...dates }
  for (const key of PERMISSIONS) await store.permissions.insert({ id: key, key, name: key, ...facts })
  await store.roles.insert(aRoleRecord({ permissionIds: JSON.stringify(PERMISSIONS) }))
  const buyers: Buyer[] = []
  for (let at = 0; at < BUYERS; at += 1) {
    const [tenantId, email] = [`account${at}`, `buyer${at}@acme.test`]
    const customerId = ledger.createCustomer({ name: tenantId, email })
    await store.tenants.insert(aTenantRecord({ id: tenantId, name: tenantId }))
    await store.users.insert(aUserRecord({ id: tenantId, email, tenantId, passwordHash }))
    const member = { id: tenantId, tenantId, userId: tenantId, email, roleIds: '["admin"]' }
    await store.members.insert(aMemberRecord(member))
    const account = { externallyManaged: false, planId: null, version: 0, pendingChange: null, setupIntents: null }
    const snapshot = JSON.stringify({ subscription: null, cards: [], invoices: [] })
    await store.billingAccounts.insert({ id: tenantId, tenantId, customerId, snapshot, ...account, ...dates })
    buyers.push({ tenantId, email, customerId, cardId: `pm_${tenantId}` })
  }
  await store.close()
  return buyers
}

const playAll = async (buyers: readonly Buyer[], stage: Stage): Promise<Tally> => {
  const tally = aTally()
  const customers = buyers.map((buyer, at) => createCustomerCalls(stage, buyer, at))
  for (const fault of Object.values(FAULTS)) {
    // The rounds of all faults take longer than the lifetime of a token.
    await Promise.all(customers.map(({ signIn }) => signIn()))
    for (let first = 0; first < ROUNDS; first += BUYERS) {
      const rounds = customers.slice(0, ROUNDS - first).map((calls, at) => ({ calls, at: first + at }))
      await playRounds(rounds, { stage, fault, tally })
    }
  }
  return tally
}

interface Database {
  database: string
  open(): Promise<Store>
  processes: number
}

const play = async ({ database, open, processes }: Database): Promise<Tally> => {
  let ahead = 0
  const now = () => Date.now() + ahead
  const provider = await startFaultyProvider(now)
  try {
    const buyers = await fill(await open(), provider)
    const fleet = await startFleet({ database, providerUrl: provider.url, processes })
    const setAhead = (ms: number) => {
      ahead = ms
      return fleet.setAhead(ms)
    }
    try {
      return await playAll(buyers, { fleet, provider, now, setAhead, ahead: () => ahead })
    } finally {
      await fleet.stop()
    }
  } finally {
    await provider.close()
  }
}

const assertTally = (place: string, tally: Tally): void => {
  const { rounds, charges, twice, paidWithoutPlan, planWithoutPayment, different } = tally
  report({
    row: 60,
    wanted: `${place}, over HTTP with the official Stripe library: 200 rounds of 10 faults, kill -9 of the backend among them: one charge each, 0 double charges, 0 paid without plan, 0 plan without payment, all as at the provider`,
    reached: JSON.stringify(tally),
    ok: charges === rounds && twice + paidWithoutPlan + planWithoutPayment + different === 0,
  })
  assert.deepEqual(
    [rounds, charges, twice, paidWithoutPlan, planWithoutPayment, different],
    [ROUNDS * Object.keys(FAULTS).length, rounds, 0, 0, 0, 0],
  )
}

describe('Payments through the official Stripe library, with faults and killed backends', () => {
  it('are charged once on the embedded database', async (test) => {
    const database = await temporaryData()
    test.after(() => rmSync(database, { recursive: true, force: true }))
    assertTally('PGlite', await play({ database, open: () => openPgliteStore(database), processes: 1 }))
  })

  it('are charged once by two processes on PostgreSQL', async () => {
    const server = await startPostgres({ isDurable: true })
    try {
      const database = await server.createDatabase('payments')
      assertTally(
        'PostgreSQL, two processes',
        await play({ database, open: () => openPostgresStore(database), processes: 2 }),
      )
    } finally {
      await server.stop()
    }
  })
})
