import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import { type Cell, ENTRY_POINTS, nameOf, walk } from './trust-entry-points.test-kit.ts'
import { mayEnter, REQUIREMENTS } from './trust-model.test-kit.ts'
import { ORIGINS } from './trust-origins.test-kit.ts'

/** Every entry point, for every requirement of the account to enter and every origin of a session. */
export const CELLS: readonly Cell[] = Object.keys(ENTRY_POINTS).flatMap((entryPoint) =>
  REQUIREMENTS.flatMap((demand) => Object.keys(ORIGINS).map((origin) => ({ entryPoint, demand, origin }))),
)

/** Returns how a cell differs from the model; `undefined` if it doesn't. */
export const differenceOf = async (kit: Kit, cell: Cell): Promise<string | undefined> => {
  const origin = ORIGINS[cell.origin]
  const entryPoint = ENTRY_POINTS[cell.entryPoint]
  if (!origin || !entryPoint) throw new Error(`There is no ${nameOf(cell)}`)
  const wanted = mayEnter(origin, cell.demand)
  const { isIn, isEarlierIn } = await walk(kit, { origin, entryPoint, demand: cell.demand })
  if (isIn !== wanted) return `${nameOf(cell)}: ${isIn ? 'entered' : 'refused'}`
  const isOneTooMany = cell.demand === 'no second session' && isEarlierIn
  return isOneTooMany ? `${nameOf(cell)}: two sessions at once` : undefined
}

/** Coprime to the numbers of requirements and origins, so that every pair of them is tried. */
const STEP = 11

/** Tests every eleventh cell in memory and fewer on databases; `prove/entry-points.prove.ts` tests all. */
export const describeEntryPoints = (kit: () => Kit): void => {
  it('admits sessions only where their proofs are trusted, through every entry point', async () => {
    const cells = kit().sample(
      CELLS.filter((_, at) => at % STEP === 0),
      5,
    )
    const wrong: string[] = []
    for (const cell of cells) {
      const difference = await differenceOf(kit(), cell)
      if (difference) wrong.push(difference)
    }
    assert.deepEqual(wrong, [])
  })
}
