import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Made by drizzle-kit (`drizzle.config.ts`), run in order by drizzle's migrator; never edited after a release. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

interface Journal {
  entries: { when: number }[]
}

/** When the newest migration of this release was made: the migrator notes it with each that it applies. */
export const readNewestMigration = async (): Promise<number> => {
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as Journal
  return Math.max(...entries.map(({ when }) => when))
}
