import { postgresMissing, startPostgres } from '../../../src/testing/postgres.ts'

/** Environment variable with the URL of the server that the workers share. */
const SERVER_URL = 'E2E_POSTGRES_URL'

/** Returns the URL of the server for a host's database, or `undefined` if the host uses the embedded one. */
export const serverOf = (database: 'embedded' | 'postgres'): string | undefined =>
  database === 'postgres' ? process.env[SERVER_URL] : undefined

/** Starts a server for all workers, if PostgreSQL is installed: a host on it takes a third of the processor time. */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (postgresMissing()) return undefined
  const { url, stop } = await startPostgres()
  process.env[SERVER_URL] = url
  return stop
}
