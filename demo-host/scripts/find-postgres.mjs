// PostgreSQL for tests on a separate server: it is found, or installed from Debian's packages.
import { installPackages } from './find-engines.mjs'

/** Installs a server if there is none; ends the process with one clear line when that does not work. */
export const ensurePostgres = async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { postgresMissing } = await tsImport('../../src/testing/postgres.ts', import.meta.url)
  if (postgresMissing()) installPackages(['postgresql'])
  const missing = postgresMissing()
  if (!missing) return
  console.error(`These tests need PostgreSQL: ${missing}.`)
  process.exit(1)
}
