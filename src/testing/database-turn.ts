import { isWhole } from '../backend/prove/report.test-kit.ts'
import { isEveryStore } from './chosen-stores.ts'
import { postgresMissing } from './postgres.ts'
import { testTurn } from './turn.ts'

const TURNS = ['pglite', 'postgres'] as const

/**
 * Why a long test is left out on a database, or `false`: where both databases can be used, `npm test` runs it on one of them,
 * on the other one the next day. `npm run prove` runs it on both.
 */
export const notToday = (database: (typeof TURNS)[number]): string | false => {
  const isBoth = isWhole || !isEveryStore || postgresMissing() !== false
  return !isBoth && TURNS[testTurn() % TURNS.length] !== database && 'another day’s turn'
}
