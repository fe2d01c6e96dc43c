import assert from 'node:assert/strict'
import { createRandom } from '../../testing/random.ts'
import type { Store } from '../store/store.ts'
import { isWhole, report, scaled } from './report.test-kit.ts'
import { openFixture, settleFixture } from './session-fixture.test-kit.ts'
import { OWN_MOVES } from './session-moves.test-kit.ts'
import { PROVIDER_MOVES } from './session-provider-moves.test-kit.ts'
import type { Got } from './session-surroundings.test-kit.ts'

const LENGTH = 30
const FULL = 10_000
export const IN_MEMORY = isWhole ? FULL : scaled(FULL / 2)
/**
 * Sequences for databases, where each takes ten times as long as in memory: `npm run prove` runs all, `npm run
 * test:full` fewer.
 */
export const ON_DATABASES = isWhole ? FULL : Math.max(30, scaled(FULL / 20))

const DECK = [...OWN_MOVES, ...PROVIDER_MOVES].flatMap(([move, weight]) => Array.from({ length: weight }, () => move))

interface Outcome {
  sequences: number
  tokens: number
  byMove: Record<string, number>
  /** Tokens that the model does not allow, each with the seed and step that reproduce it. */
  wrong: string[]
}

/** Runs sequences with fixed seeds against the backend and compares every token with the model. */
const playSequences = async (openStore: () => Promise<Store>, sequences: number): Promise<Outcome> => {
  const kit = await openFixture(openStore)
  const outcome: Outcome = { sequences, tokens: 0, byMove: {}, wrong: [] }
  const note = (got: Got | undefined, place: string) => {
    if (!got) return
    if (got.isToken !== false) outcome.tokens += 1
    outcome.byMove[got.move] = (outcome.byMove[got.move] ?? 0) + 1
    if (got.fault) outcome.wrong.push(`${place}: ${got.move} ${got.fault}`)
  }
  for (let seed = 1; seed <= sequences; seed++) {
    const random = createRandom(seed)
    const fixture = await settleFixture(kit, random)
    for (let step = 0; step < LENGTH; step++) {
      for (const got of await random.pick(DECK)(fixture)) note(got, `seed ${seed}, step ${step}`)
    }
  }
  await kit.close()
  return outcome
}

/** Runs the sequences on one store, reports the figure and fails if a token is not allowed. */
export const proveStates = async (name: string, openStore: () => Promise<Store>, sequences: number): Promise<void> => {
  const { tokens, byMove, wrong } = await playSequences(openStore, sequences)
  report({
    row: 49,
    wanted: `${name}: random sequences of 30 steps over 6 users and 4 tenants give 0 tokens that the model does not allow`,
    reached: `${sequences} sequences, ${tokens} tokens, ${wrong.length} wrong`,
    ok: wrong.length === 0,
  })
  report({
    row: 58,
    wanted: `${name}: the same sequences, with identity providers of four tenants, give 0 tokens beyond their trust`,
    reached: `${byMove['sign-in by a provider'] ?? 0} sign-ins by providers, ${wrong.length} wrong`,
    ok: wrong.length === 0,
  })
  assert.deepEqual(wrong.slice(0, 5), [])
  // Every kind of entry and change must have succeeded at least once, so that the test doesn't pass because all are
  // refused.
  assert.equal(Object.keys(byMove).length, 18, JSON.stringify(byMove))
}
