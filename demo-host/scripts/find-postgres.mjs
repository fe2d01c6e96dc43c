// Finds PostgreSQL and PgBouncer for tests on a separate server, or installs them from Debian's packages.
import { installPackages } from './find-engines.mjs'

/** Installs a package if `findMissing` returns a reason; ends the process with one clear line on failure. */
const ensure = (name, packageName, findMissing) => {
  if (findMissing()) installPackages([packageName])
  const missing = findMissing()
  if (!missing) return
  console.error(`These tests need ${name}: ${missing}.`)
  process.exit(1)
}

/** Installs a server if there is none. */
export const ensurePostgres = async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { postgresMissing } = await tsImport('../../src/testing/postgres.ts', import.meta.url)
  ensure('PostgreSQL', 'postgresql', postgresMissing)
}

/** Installs a pooler if there is none. */
export const ensurePooler = async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { pgbouncerMissing } = await tsImport('../../src/testing/pgbouncer.ts', import.meta.url)
  ensure('PgBouncer', 'pgbouncer', pgbouncerMissing)
}
