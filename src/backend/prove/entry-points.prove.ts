import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'
import { CELLS, differenceOf } from '../suites/entry-points.suite.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { type Cell, ENTRY_POINTS } from '../suites/trust-entry-points.test-kit.ts'
import { REQUIREMENTS } from '../suites/trust-model.test-kit.ts'
import { ORIGINS } from '../suites/trust-origins.test-kit.ts'
import { isWhole, report } from './report.test-kit.ts'

/** Compares sessions that act in an account they are not in, through every entry point, with an independent model. */
const differencesOn = async (openStore: () => Promise<Store>, cells: readonly Cell[]): Promise<string[]> => {
  const kit = await openKit(openStore)
  const wrong: string[] = []
  for (const cell of cells) {
    const difference = await differenceOf(kit, cell)
    if (difference) wrong.push(difference)
  }
  await kit.close()
  return wrong
}

/** A step that still covers every entry point, requirement and origin. */
const STEP = 7
const everyNth = (cells: readonly Cell[]) => cells.filter((_, at) => at % STEP === 0)

/** The store doesn't affect who may enter, so databases run only a part of the cells. */
const IN_MEMORY = isWhole ? CELLS : everyNth(CELLS)

const server = postgresMissing() ? undefined : await startPostgres()
const stores = [
  { name: 'memory', open: async () => createMemoryStore(), cells: IN_MEMORY },
  ...(server
    ? [
        {
          name: 'PostgreSQL',
          open: () => openPostgresStore(server.url),
          cells: everyNth(IN_MEMORY),
        },
      ]
    : []),
]
const faults: string[] = []
for (const { name, open, cells } of stores)
  for (const difference of await differencesOn(open, cells)) faults.push(`${name}: ${difference}`)
await server?.stop()

const sizes = [ENTRY_POINTS, REQUIREMENTS, ORIGINS].map((all) => Object.keys(all).length)
const walked = stores.map(({ name, cells }) => `${cells.length} cells on ${name}`).join(' and ')
report({
  row: 58,
  wanted: `${sizes[0]} entry points × ${sizes[1]} demands of the account × ${sizes[2]} origins of the session: 0 cells beyond the model`,
  reached: `${faults.length} of ${walked}${faults.length ? `: ${faults.slice(0, 20).join('; ')}` : ''}`,
  ok: faults.length === 0,
})
