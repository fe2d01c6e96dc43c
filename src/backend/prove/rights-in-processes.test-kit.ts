import { performance } from 'node:perf_hooks'
import { entitlements } from '../../contract/entitlements.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { portal } from '../../contract/portal.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { createRandom } from '../../testing/random.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { ask, signIn } from './processes-browser.test-kit.ts'
import { startFleet } from './processes-fleet.test-kit.ts'
import {
  ADMINISTRATOR,
  CHANGES,
  EMAILS,
  expected,
  type Fixture,
  open,
  prepare,
  type Seen,
  statesOf,
} from './rights-changes.test-kit.ts'

/** Maximum time after which a change acts everywhere, in milliseconds. */
const LIMIT_MS = 1_000
/** Number of changes after which tokens are renewed, long before they expire. */
const CHANGES_PER_TOKEN = 300

const ENTITLEMENTS = API_PREFIX + entitlements.loadEntitlementsV2.path
const LOCKOUT = API_PREFIX + policies.getLockoutPolicy.path
const PUBLIC_POLICY = API_PREFIX + portal.getVendorPublicPolicy.path

interface Tokens {
  user: string
  administrator: string
}

const seenBy = async (origin: string, { user: token, administrator }: Tokens): Promise<Seen> => {
  const [user, policy, lockout] = await Promise.all([
    ask(origin, 'GET', ENTITLEMENTS, { token }),
    ask(origin, 'GET', PUBLIC_POLICY),
    ask(origin, 'GET', LOCKOUT, { token: administrator }),
  ])
  const { permissions = {}, features = {} } = user.body as {
    permissions?: object
    features?: Record<string, { expireTime: number | null }>
  }
  return {
    isIn: user.status === 200,
    permissions: Object.keys(permissions).sort(),
    features: Object.keys(features)
      .filter((feature) => features[feature]?.expireTime != null)
      .sort(),
    allowsSignUps: policy.body.allowSignups === true,
    maxAttempts: lockout.status === 200 ? Number(lockout.body.maxAttempts) : null,
  }
}

const signInAll = async ({ store, direct, model }: Pick<Fixture, 'store' | 'direct' | 'model'>) => {
  const [origin = ''] = direct
  await open(store, model)
  const tokens: string[] = []
  for (const email of [ADMINISTRATOR, ...EMAILS]) tokens.push((await signIn(origin, email)).token)
  return tokens
}

/** Returns the milliseconds until a process agrees with the model; more than the limit if it doesn't by then. */
const delayOf = async (origin: string, tokens: Tokens, wanted: Seen, since: number): Promise<number> => {
  const text = JSON.stringify(wanted)
  for (;;) {
    const askedAt = performance.now()
    const isCurrent = JSON.stringify(await seenBy(origin, tokens)) === text
    // A call that began within the limit may still return the previous rights.
    if (isCurrent || askedAt - since > LIMIT_MS) return isCurrent ? askedAt - since : Number.POSITIVE_INFINITY
  }
}

/**
 * Runs two processes on one PostgreSQL database. After each random change both must agree with the model about every
 * user, at the latest in a call that begins one second later.
 */
export const proveRights = async ({ changes, seed }: { changes: number; seed: number }) => {
  const states: Record<string, number> = {}
  const figures = { changes: 0, checks: 0, stale: 0, slowestMs: 0, states }
  const server = await startPostgres()
  try {
    const url = await server.createDatabase('rights')
    const fleet = await startFleet(url, 2)
    const store = await openPostgresStore(url)
    try {
      const { direct } = fleet
      const model = await prepare(store)
      const random = createRandom(seed)
      let tokens: string[] = []
      for (let count = 0; count < changes; count++) {
        if (count % CHANGES_PER_TOKEN === 0) tokens = await signInAll({ store, direct, model })
        const [token = '', ...users] = tokens
        // Each kind of change happens at least once.
        const change = CHANGES[count] ?? random.pick(CHANGES)
        await change({ store, direct, model, random, token }, count)
        figures.changes++
        for (const state of statesOf(model)) states[state] = (states[state] ?? 0) + 1
        const since = performance.now()
        const checks = direct.flatMap((origin) =>
          users.map((user, at) => delayOf(origin, { user, administrator: token }, expected(model, at), since)),
        )
        for (const delay of await Promise.all(checks)) {
          figures.checks++
          if (delay === Number.POSITIVE_INFINITY) figures.stale++
          else figures.slowestMs = Math.max(figures.slowestMs, Math.round(delay))
        }
      }
    } finally {
      await store.close()
      await fleet.stop()
    }
  } finally {
    await server.stop()
  }
  return figures
}
