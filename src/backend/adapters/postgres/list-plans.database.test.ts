import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { systemClock } from '../../../kernel/clock.ts'
import {
  aDraft,
  aGroupRecord,
  aMemberRecord,
  anAuditRecord,
  aRoleRecord,
  aSessionRecord,
  aTenantRecord,
  aTicketRecord,
  aUserRecord,
} from '../../../testing/records.ts'
import { appendAudits } from '../../domain/audit/audit.ts'
import { auditHistogram } from '../../domain/audit/audit-histogram.ts'
import { auditPage } from '../../domain/audit/audit-page.ts'
import { readForToken } from '../../domain/identity/access/read-ahead.ts'
import { auditShapes, lookUps, memberShapes, moreAuditShapes, rareConditions } from '../../prove/list-shapes.ts'
import { createSeeded } from '../../sample/seeded.ts'
import type { MemberRecord, Records } from '../../store/records.ts'
import type { Store, Where } from '../../store/store.ts'
import { createDrizzleStore } from './drizzle-store.ts'
import { MIGRATIONS_FOLDER } from './migrations.ts'

interface Plan {
  'Node Type': string
  'Index Cond'?: string
  'Index Name'?: string
  'Relation Name'?: string
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

interface Statement {
  query: string
  params: unknown[]
}

interface Planned {
  query: string
  nodes: Plan[]
}

const TENANTS = 12
const ROWS_PER_TENANT = 500

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Reading a whole index is also a full scan. */
const isFullScan = (node: Plan) =>
  node['Node Type'] === 'Seq Scan' || (/Index.* Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined)

const fill = async (store: Store) => {
  const seeded = createSeeded('plans')
  for (let tenant = 0; tenant < TENANTS; tenant++) {
    const rows = Array.from({ length: ROWS_PER_TENANT }, (_, at) => `${tenant}-${at}`)
    await store.members.insertMany(
      rows.map((id) =>
        aMemberRecord({
          id,
          tenantId: `t${tenant}`,
          name: `User ${seeded.between(0, 9_999)}`,
          email: `p${id}@scale.test`,
          roleIds: JSON.stringify([`r${seeded.between(0, 5)}`]),
          isLocked: seeded.next() < 0.02,
          activated: seeded.next() > 0.05,
          mfaEnrolled: seeded.next() < 0.4,
          verified: seeded.next() < 0.9,
          lastLogin: seeded.between(1_600_000_000_000, 1_767_000_000_000),
        }),
      ),
    )
    await store.audits.insertMany(
      rows.map((id) =>
        anAuditRecord({
          id,
          tenantId: `t${tenant}`,
          severity: seeded.pick(['Info', 'Medium', 'High']),
          createdAt: seeded.between(1_700_000_000_000, 1_767_200_000_000),
        }),
      ),
    )
  }
}

/** An account in which few users meet any of the conditions. */
const RARE = 'rare'
const RARE_ROWS = 4_000
/** One in this many users meets a given condition. */
const RARITY = 100
/** Number of users at the end of the alphabet; the planner expects to find some of them early in name order. */
const LAST_ROWS = 400

const fillRare = async (store: Store) => {
  const facts: readonly Partial<MemberRecord>[] = [
    { activated: false, lastLogin: null },
    { isLocked: true },
    { verified: false },
    { disabledAt: 1 },
    { temporaryUntil: 5_000 },
    { isBreachedPassword: true },
    { lastLogin: null },
    { provider: 'saml' },
    { factor: 'passkey' },
    { mfaEnrolled: false },
  ]
  const usual = { tenantId: RARE, mfaEnrolled: true, factor: 'app' }
  const rows = Array.from({ length: RARE_ROWS }, (_, at) =>
    aMemberRecord({
      ...usual,
      id: `rare ${at}`,
      userId: `rare ${at}`,
      name: at < RARE_ROWS - LAST_ROWS ? `User ${at}` : `Zoë ${at}`,
      email: `user.${at}@rare.test`,
      lastLogin: at + 1,
      ...facts[at % RARITY],
    }),
  )
  await store.members.insertMany(rows)
}

/** An account whose log is long enough to be tallied. */
const LOG = 'log'

const fillLog = async (store: Store) => {
  const seeded = createSeeded('log')
  for (let at = 0; at < 6_000; at += 500) {
    const drafts = Array.from({ length: 500 }, (_, step) =>
      aDraft({
        id: `log ${at + step}`,
        tenantId: LOG,
        severity: seeded.pick(['Info', 'Medium', 'High']),
        createdAt: 1_760_000_000_000 + (at + step) * 600_000,
      }),
    )
    await appendAudits(store, LOG, drafts)
  }
}

/** Fills the other tables with enough rows that a full scan would be the wrong choice. */
const fillRest = async (store: Store) => {
  const ids = Array.from({ length: 3_000 }, (_, at) => `id-${at}`)
  const dates = { createdAt: 1, updatedAt: 1 }
  await store.auditHeads.insertMany(ids.map((id) => ({ id, seq: 1, hash: '', firstSeq: 1, talliedSeq: 0 })))
  const tally = { action: '', severity: 'Info', total: 1 }
  const hours = Array.from({ length: 8 }, (_, hour) => hour)
  await store.auditTallies.insertMany(
    ids.flatMap((id) => hours.map((hour) => ({ ...tally, id: `${id} ${hour}`, tenantId: id, hour }))),
  )
  await store.users.insertMany(ids.map((id, at) => aUserRecord({ id, tenantId: id, isBreachedPassword: at === 0 })))
  await store.tenants.insertMany(ids.map((id) => aTenantRecord({ id, parentId: id, alias: id })))
  await store.roles.insertMany(ids.map((id, at) => aRoleRecord({ id, tenantId: at < 5 ? null : id })))
  await store.groups.insertMany(ids.map((id) => aGroupRecord({ id, tenantId: id })))
  await store.permissions.insertMany(
    ids.map((id) => ({ id, key: id, name: id, description: '', categoryId: id, ...dates })),
  )
  await store.sessions.insertMany(ids.map((id, at) => aSessionRecord({ id, userId: id, expiresAt: at })))
  const grant = { userId: 'id', clientId: 'id', generation: 0, rotatedAt: 1, createdAt: 1, revokedAt: null }
  await store.oauthGrants.insertMany(ids.map((id, at) => ({ ...grant, id, sessionId: id, expiresAt: at })))
  await store.tickets.insertMany(ids.map((id, at) => aTicketRecord({ id, userId: id, tenantId: id, expiresAt: at })))
  await store.policies.insertMany(ids.map((id) => ({ id, tenantId: id, kind: 'mfa', value: '{}', ...dates })))
  await store.keys.insertMany(ids.map((id) => ({ id, kind: id, value: '{}', createdAt: 1 })))
  await store.attempts.insertMany(ids.map((id, at) => ({ id, count: 1, windowEndsAt: at })))
  const mail = { channel: 'mail', subject: '', text: '', html: '', attachments: '[]', createdAt: 1 } as const
  await store.messages.insertMany(ids.map((id) => ({ id, to: id, ...mail })))
  const outgoing = { sealed: '', tries: 0, createdAt: 1 }
  await store.outgoingMails.insertMany(
    ids.map((id, at) => ({ ...outgoing, id, isAwaited: at % 100 === 0, nextTryAt: at })),
  )
}

describe('Every list query, on filled tables,', () => {
  const client = new PGlite({ extensions: { pg_trgm } })
  const statements: Statement[] = []
  const logger = { logQuery: (query: string, params: unknown[]) => statements.push({ query, params }) }
  const store = createDrizzleStore(drizzle(client, { logger }), {
    executeSql: async (text, values) => client.query(text, values),
    close: () => client.close(),
  })

  before(async () => {
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER })
    await fill(store)
    await fillRare(store)
    await fillLog(store)
    await fillRest(store)
    await store.optimize?.()
  })
  after(() => store.close())

  const plansOf = async (work: () => Promise<unknown>, options = ''): Promise<Planned[]> => {
    statements.length = 0
    await work()
    const plans: Planned[] = []
    for (const { query, params } of statements.splice(0)) {
      const explain = `explain (format json${options}) ${query}`
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(explain, params)
      plans.push({ query, nodes: rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan))) })
    }
    return plans
  }
  const fullScans = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await plansOf(work))
      .filter(({ nodes }) => nodes.some(isFullScan))
      .map(({ query, nodes }) => `${query}\n${JSON.stringify(nodes.map((node) => node['Node Type']))}`)

  const byName = { field: 'name', order: 'ASC' } as const

  for (const { title, where, index } of rareConditions)
    it(`reads and counts members ${title} in the index for their condition`, async () => {
      const query = { where: { tenantId: RARE, ...where }, sort: byName, offset: 0, limit: 20 }
      const plans = await plansOf(() => store.members.page({ ...query, maxTotal: 10_001 }))
      assert.equal(plans.length, 1)
      const names = plans.flatMap(({ nodes }) => nodes).flatMap((node) => node['Index Name'] ?? [])
      assert.ok(names.includes(index), `${names}`)
    })

  it('counts members with a status in the index alone', async () => {
    // Only a vacuumed table can be counted without reading its rows.
    await client.exec('vacuum analyze members')
    const statuses = ['invited', 'locked', 'unverified', 'deactivated']
    for (const { title, where, index } of rareConditions.filter((one) => statuses.includes(one.title))) {
      const query = { where: { tenantId: RARE, ...where }, sort: byName, offset: 0, limit: 20 }
      const [plan] = await plansOf(() => store.members.page({ ...query, maxTotal: 10_001 }))
      const types = plan?.nodes.filter((node) => node['Index Name'] === index).map((node) => node['Node Type'])
      assert.equal(types?.[0], 'Index Only Scan', title)
    }
  })

  it('finds names at the end of the alphabet without reading those before them', async () => {
    const search = { text: 'zoë', fields: ['name', 'email'] } as const
    const query = { where: { tenantId: RARE }, search, sort: byName, offset: 0, limit: 20 }
    const page = () => store.members.page({ ...query, maxTotal: 10_001 })
    assert.equal((await page()).total, LAST_ROWS)
    const plans = await plansOf(page, ', analyze')
    const removed = plans.flatMap(({ nodes }) => nodes).map((node) => node['Rows Removed by Filter'] ?? 0)
    assert.ok(Math.max(...removed) < RARE_ROWS / 10, `${removed}`)
  })

  it('runs no count for a page that ends where counting stops', async () => {
    const query = { where: { tenantId: RARE }, sort: byName, offset: 980, limit: 20 }
    const plans = await plansOf(() => store.members.page({ ...query, maxTotal: 1_001 }))
    assert.equal(plans.length, 1)
    assert.doesNotMatch(plans.map(({ query }) => query).join(), /count\(/)
  })

  for (const { title, query } of memberShapes('t3', 'r1')) {
    it(`reads members ${title} from an index, first page and last`, async () => {
      const pages = async () => {
        const { total } = await store.members.page({ ...query, offset: 0, limit: 20 })
        await store.members.page({ ...query, offset: Math.max(0, total - 20), limit: 20 })
      }
      assert.deepEqual(await fullScans(pages), [])
    })
  }

  for (const { title, query } of [...auditShapes('t3'), ...moreAuditShapes('t3')]) {
    it(`reads audits ${title} from an index`, async () => {
      assert.deepEqual(await fullScans(() => store.audits.page({ ...query, offset: 0, limit: 20 })), [])
    })
  }

  for (const { title, query } of [...auditShapes(LOG), ...moreAuditShapes(LOG)]) {
    it(`reads the audit log ${title} and its chart from an index, even far down`, async () => {
      const { where = {}, sort = { field: 'createdAt', order: 'DESC' } } = query
      const read = async () => {
        for (const offset of [0, 5_200]) await auditPage(store, { where, sort, offset, limit: 20 })
        await auditHistogram({ store, clock: systemClock }, where, 60)
      }
      assert.deepEqual(await fullScans(read), [])
    })
  }

  for (const withMemberships of [true, false]) {
    const memberships = withMemberships ? 'all their memberships' : 'their membership of the account'
    it(`reads the rights of a user from indexes, together with ${memberships}`, async () => {
      const place = { userId: 'rare 1', tenantId: RARE, sessionId: 'id-1', email: 'user.1@rare.test' }
      const plans = await plansOf(() => readForToken(store, { ...place, withMemberships }))
      const read = ({ query }: Planned) => /"members".*"groups".*"roles".*"sessions"/.test(query)
      const [plan] = plans.filter(read)
      // Few accounts have verified domains or restrict IP addresses, so these tables are empty here.
      const names = plan?.nodes.filter(isFullScan).map((node) => node['Relation Name']) ?? ['no plan']
      assert.deepEqual(
        names.filter((name) => name !== 'ssoDomains' && name !== 'ipConfigs'),
        [],
      )
    })
  }

  it('reads every look-up from an index', async () => {
    const names = Object.keys(lookUps) as (keyof Records)[]
    const found: string[] = []
    for (const name of names) {
      const list = store[name].list as (where: Where<{ id: string }>) => Promise<unknown>
      for (const where of lookUps[name] ?? [])
        found.push(...(await fullScans(() => list(where as Where<{ id: string }>))))
      const get = store[name].get
      found.push(...(await fullScans(() => get('x'))))
    }
    assert.deepEqual(found, [])
  })

  for (const isAwaited of [true, false])
    it(`reads the next outgoing emails that users ${isAwaited ? 'wait' : 'do not wait'} for from an index`, async () => {
      const where = { isAwaited, nextTryAt: { lt: 2_900 } }
      const sort = { field: 'nextTryAt', order: 'ASC' } as const
      assert.deepEqual(
        await fullScans(() => store.outgoingMails.page({ where, sort, offset: 0, limit: 5, total: 5 })),
        [],
      )
    })

  it('would notice a full scan', async () => {
    const found = await fullScans(() => store.members.count({ invitedAt: 5 }))
    assert.equal(found.length, 1)
  })
})
