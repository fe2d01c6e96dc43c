import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import type { Store } from '../store/store.ts'
import { type CallResponse, type Kit, openKit } from '../suites/kit.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

const ROUNDS = scaled(1_000)

const cookieOf = (response: CallResponse | undefined) => response?.cookies[0]?.split(';')[0] ?? ''

const tally = { rounds: 0, dead: 0, split: 0, clearing: 0, reuseAlive: 0, unaudited: 0 }

const isClearing = ({ cookies }: CallResponse) => cookies.some((cookie) => /Max-Age=0|=;/.test(cookie))

/** Sends 2 to 5 refreshes at once; all must get the same successor, which must work. */
const together = async (kit: Kit, cookie: string, round: number): Promise<string> => {
  const responses = await Promise.all(Array.from({ length: 2 + (round % 4) }, () => kit.refresh(cookie)))
  if (responses.some(({ status }) => status !== 200)) tally.dead++
  if (new Set(responses.map(cookieOf)).size !== 1) tally.split++
  tally.clearing += responses.filter(isClearing).length
  return cookieOf(responses[0])
}

/** Reuses the predecessor one second after the grace time, which must end the session. */
const reuse = async (kit: Kit, old: string, current: string) => {
  kit.time.now += kit.config.refreshGraceSeconds * 1_000 + 1_000
  const before = await kit.store.audits.count({ action: 'Refresh token reused' })
  const response = await kit.refresh(old)
  const family = await kit.refresh(current)
  if (response.status !== 401 || family.status !== 401) tally.reuseAlive++
  if (isClearing(response) || isClearing(family)) tally.clearing++
  if ((await kit.store.audits.count({ action: 'Refresh token reused' })) !== before + 1) tally.unaudited++
}

const prove = async (openStore: () => Promise<Store>) => {
  const kit = await openKit(openStore)
  await kit.reset()
  for (let round = 0; round < ROUNDS; round++) {
    const { cookie } = await kit.signIn('ada@acme.test')
    const next = await together(kit, cookie, round)
    await reuse(kit, cookie, next)
    tally.rounds++
  }
  await kit.close()
}

await prove(() => openPgliteStore())
const stores = ['PGlite']
const missing = postgresMissing()
if (missing) {
  process.stderr.write(`PostgreSQL left out: ${missing}\n`)
} else {
  const server = await startPostgres({ isDurable: true })
  await prove(() => openPostgresStore(server.url))
  await server.stop()
  stores.push('PostgreSQL')
}

const faults = tally.dead + tally.split + tally.clearing + tally.reuseAlive + tally.unaudited
report({
  row: 4,
  wanted: `${ROUNDS} rounds each on PGlite and PostgreSQL: 0 dead families, 1 successor, reuse ends the family, 0 clearing cookies`,
  reached: `${stores.join(' and ')}: ${JSON.stringify(tally)}`,
  ok: faults === 0 && tally.rounds === ROUNDS * stores.length,
})
