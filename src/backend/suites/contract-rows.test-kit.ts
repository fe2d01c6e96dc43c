import { readFileSync } from 'node:fs'

/** Returns the rows of a table of calls in `src/contract`, without the heading. */
export const contractRows = (file: string): string[][] =>
  readFileSync(new URL(`../../contract/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
