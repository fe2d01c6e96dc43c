import { appendFileSync } from 'node:fs'

/** Rounds and waits of a promise row; tests run a part of them, `npm run prove` all. */
export const scaled = (full: number): number => Math.max(1, Math.round(full * Number(process.env.ROW_SCALE ?? 1)))

/** Whether this run plays every round. */
export const isWhole = scaled(1_000) === 1_000

interface Row {
  /** Number of the promise, or the words of an issue's own line. */
  row: number | string
  wanted: string
  reached: string
  ok: boolean
}

/** One line of JSON per row, also into the file `FIGURES` names; a row that does not hold fails the run. */
export const report = (row: Row): void => {
  const line = `${JSON.stringify(row)}\n`
  process.stdout.write(line)
  if (process.env.FIGURES) appendFileSync(process.env.FIGURES, line)
  if (!row.ok) process.exitCode = 1
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
