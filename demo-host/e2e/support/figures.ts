import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type TestInfo, test } from '@playwright/test'

const SCALE = Number(process.env.ROW_SCALE ?? 1)

/** Whether promises are judged in full, as `npm run prove` does. */
export const isWhole = SCALE === 1

/** Rounds and waits of a promise: `npm run test:full` runs a part of them, `npm run prove` all. */
export const scaled = (full: number, least = 1): number => Math.max(least, Math.round(full * SCALE))

/** `npm run test:full` takes every nth item of a long list, `npm run prove` takes all. */
export const sampled = <Item>(all: readonly Item[], every: number): readonly Item[] =>
  isWhole ? all : all.filter((_, at) => at % every === 0)

const SPARE = 4

/**
 * Milliseconds that a test lets a promised time take. A promise is judged where nothing else runs, by `npm run prove`;
 * `npm run test:full`, on whatever machine, only finds what is several times slower.
 */
export const allowed = (promisedMs: number): number => (isWhole ? promisedMs : promisedMs * SPARE)

const FIGURE = 'figure'

/** Notes the figure of a promise (`promises.mjs`); it holds if the test passes. */
export const reach = (row: number | string, wanted: string, reached: string): void => {
  test.info().annotations.push({ type: FIGURE, description: JSON.stringify({ row, wanted, reached }) })
}

/** Writes the notes of a test that has ended where `npm run prove` collects them. */
export const writeFigures = ({ annotations, status }: TestInfo): void => {
  const file = process.env.FIGURES
  const notes = annotations.flatMap(({ type, description }) => (type === FIGURE && description ? [description] : []))
  if (!file || notes.length === 0) return
  mkdirSync(dirname(file), { recursive: true })
  const lines = notes.map((note) => JSON.stringify({ ...JSON.parse(note), ok: status === 'passed' }))
  appendFileSync(file, `${lines.join('\n')}\n`)
}
