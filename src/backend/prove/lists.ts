import { BULK_TENANT_ID } from '../../testing/bulk.ts'
import { roleIdOf } from '../sample/access.ts'
import type { Collection, PageQuery, Store } from '../store/store.ts'
import { auditShapes, memberShapes } from './list-shapes.ts'

const ROUNDS = 20
const PAGE = 20

interface Timed {
  title: string
  total: number
  firstMs: number
  lastMs: number
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

type Query<Row> = Omit<PageQuery<Row>, 'limit' | 'offset'>

const measure = async <Row extends { id: string }>(
  rows: Collection<Row>,
  title: string,
  query: Query<Row>,
): Promise<Timed> => {
  const { total } = await rows.page({ ...query, offset: 0, limit: 1 })
  const last = Math.max(0, total - PAGE)
  return {
    title,
    total,
    firstMs: await timeOf(() => rows.page({ ...query, offset: 0, limit: PAGE })),
    lastMs: await timeOf(() => rows.page({ ...query, offset: last, limit: PAGE })),
  }
}

/** Measures the medians of the first and last page of every list shape, for the tenant that `seedBulk` fills. */
export const measureLists = async (store: Store): Promise<Timed[]> => {
  const timed: Timed[] = []
  for (const { title, query } of memberShapes(BULK_TENANT_ID, roleIdOf('team-manager'))) {
    timed.push(await measure(store.members, `members ${title}`, query))
  }
  for (const { title, query } of auditShapes(BULK_TENANT_ID)) {
    timed.push(await measure(store.audits, `audits ${title}`, query))
  }
  return timed
}

/** Returns the slowest median of all. */
export const worstOf = (timed: readonly Timed[]): number =>
  Math.max(...timed.flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]))
