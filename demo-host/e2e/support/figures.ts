import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type TestInfo, test } from '@playwright/test'

const SCALE = Number(process.env.ROW_SCALE ?? 1)

/** Whether promises are tested at full scale, like in `npm run prove`. */
export const isWhole = SCALE === 1

/** Returns the rounds and waits of a promise: `npm run test:full` runs a part of them, `npm run prove` all. */
export const scaled = (full: number, least = 1): number => Math.max(least, Math.round(full * SCALE))

/** Selects items of a long list: `npm run test:full` takes every nth, `npm run prove` takes all. */
export const sampled = <Item>(all: readonly Item[], every: number): readonly Item[] =>
  isWhole ? all : all.filter((_, at) => at % every === 0)

const SPARE = 4

/**
 * Returns the milliseconds that a test allows for a promised time. `npm run prove` checks the promise itself on an idle
 * machine; `npm run test:full` runs on any machine and finds only what is several times slower.
 */
export const allowed = (promisedMs: number): number => (isWhole ? promisedMs : promisedMs * SPARE)

const FIGURE = 'figure'

/** Records the figure of a promise (`promises.mjs`); the promise holds if the test passes. */
export const reach = (row: number | string, wanted: string, reached: string): void => {
  test.info().annotations.push({ type: FIGURE, description: JSON.stringify({ row, wanted, reached }) })
}

/** Writes the figures of a finished test for `npm run prove`. */
export const writeFigures = ({ annotations, status }: TestInfo): void => {
  const file = process.env.FIGURES
  const notes = annotations.flatMap(({ type, description }) => (type === FIGURE && description ? [description] : []))
  if (!file || notes.length === 0) return
  mkdirSync(dirname(file), { recursive: true })
  const lines = notes.map((note) => JSON.stringify({ ...JSON.parse(note), ok: status === 'passed' }))
  appendFileSync(file, `${lines.join('\n')}\n`)
}
