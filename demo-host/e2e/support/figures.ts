import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const SCALE = Number(process.env.ROW_SCALE ?? 1)

/** Rounds and waits of a promise row: `npm test` runs a part of them, `npm run prove` all (RELIABILITY). */
export const scaled = (full: number, least = 1): number => Math.max(least, Math.round(full * SCALE))

/** Notes what a promise row reached, where `npm run prove` collects it. */
export const reach = (row: number | string, wanted: string, reached: string): void => {
  const file = process.env.FIGURES
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify({ row, wanted, reached })}\n`)
}
