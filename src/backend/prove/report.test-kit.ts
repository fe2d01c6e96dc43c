import { appendFileSync } from 'node:fs'

/** Scales rounds and waits of a proof; tests run a part of them, `npm run prove` all. */
export const scaled = (full: number): number => Math.max(1, Math.round(full * Number(process.env.ROW_SCALE ?? 1)))

/** Whether this run includes every round. */
export const isWhole = scaled(1_000) === 1_000

/** Other tests run in parallel with a sampled run, so it fails only on times that their load doesn't explain. */
const SAMPLE_ALLOWANCE = 10

/** Returns whether all times are within the limit, which a sampled run multiplies by `SAMPLE_ALLOWANCE`. */
export const areWithin = (limitMs: number, ...times: readonly number[]): boolean =>
  Math.max(...times) <= limitMs * (isWhole ? 1 : SAMPLE_ALLOWANCE)

interface Row {
  /** Number of the promise, or the text of a separate line. */
  row: number | string
  wanted: string
  reached: string
  ok: boolean
}

/** Prints one line of JSON per row, and appends it to the file in `FIGURES`; a row that is not `ok` fails the run. */
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
