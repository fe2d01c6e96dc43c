import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS_FOLDER } from '../backend/adapters/postgres/migrations.ts'
import { openPgliteStore } from '../backend/adapters/postgres/pglite-store.ts'
import type { Store } from '../backend/store/store.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, '.cache')
/** The format of a data folder depends on the version of the database. */
const DATABASE = join(ROOT, 'node_modules/@electric-sql/pglite/package.json')

const versionOf = (): string => {
  const hash = createHash('sha256').update(readFileSync(DATABASE))
  const names = readdirSync(MIGRATIONS_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const name of names) hash.update(readFileSync(name))
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns a folder with an empty, migrated database, created once for each set of migrations: creating one takes six
 * seconds of processor time, opening a copy less than one.
 */
const templateFolder = async (): Promise<string> => {
  const template = join(CACHE, `pglite-${versionOf()}`)
  if (existsSync(template)) return template
  mkdirSync(CACHE, { recursive: true })
  const made = mkdtempSync(join(CACHE, 'making-'))
  const store = await openPgliteStore(made)
  await store.close()
  try {
    renameSync(made, template)
  } catch (error) {
    // Another process finished first.
    if (!existsSync(template)) throw error
    rmSync(made, { recursive: true })
  }
  return template
}

/** Creates a temporary data folder with an empty, migrated database. */
export const temporaryData = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'front-entry-'))
  cpSync(await templateFolder(), folder, { recursive: true })
  return folder
}

/** Opens a new, empty embedded database; `close` removes it. */
export const openTestPglite = async (): Promise<Store> => {
  const folder = await temporaryData()
  const store = await openPgliteStore(folder)
  const close = async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...store, close }
}
