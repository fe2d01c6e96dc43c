import { fileURLToPath } from 'node:url'

/** Made by drizzle-kit (`drizzle.config.ts`), run in order by drizzle's migrator; never edited after a release. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
