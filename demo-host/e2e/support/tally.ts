import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../.work/tallies', import.meta.url))

/**
 * Counts the results of one file's tests, each once. They are kept in a file of this run, because a failed test ends
 * its worker, and the tests after it run in a new one.
 */
export const tally = (name: string) => {
  const file = join(FOLDER, `${process.ppid}-${name}`)
  return {
    add(entry: string): void {
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, `${JSON.stringify(entry)}\n`)
    },
    count: (): number => (existsSync(file) ? new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)).size : 0),
  }
}
