import { createRandom } from '../../testing/random.ts'
import type { Store } from '../store/store.ts'
import { MOVES } from './session-moves.test-kit.ts'
import type { Got } from './session-surroundings.test-kit.ts'
import { openWorld, settleWorld } from './session-world.test-kit.ts'

const LENGTH = 30

const DECK = MOVES.flatMap(([move, weight]) => Array.from({ length: weight }, () => move))

export interface Outcome {
  sequences: number
  tokens: number
  byMove: Record<string, number>
  /** Tokens the model does not allow, with what brings them back: the seed and the step. */
  wrong: string[]
}

/** Plays sequences of fixed seeds against the backend and compares every token with the model. */
export const playSequences = async (openStore: () => Promise<Store>, sequences: number): Promise<Outcome> => {
  const kit = await openWorld(openStore)
  const outcome: Outcome = { sequences, tokens: 0, byMove: {}, wrong: [] }
  const note = (got: Got | undefined, place: string) => {
    if (!got) return
    if (got.isToken !== false) outcome.tokens += 1
    outcome.byMove[got.move] = (outcome.byMove[got.move] ?? 0) + 1
    if (got.fault) outcome.wrong.push(`${place}: ${got.move} ${got.fault}`)
  }
  for (let seed = 1; seed <= sequences; seed++) {
    const random = createRandom(seed)
    const world = await settleWorld(kit, random)
    for (let step = 0; step < LENGTH; step++) {
      for (const got of await random.pick(DECK)(world)) note(got, `seed ${seed}, step ${step}`)
    }
  }
  await kit.close()
  return outcome
}
