import { postgresMissing, startPostgres } from '../../../src/testing/postgres.ts'

/** Environment variable with the URL of the server that the workers share. */
export const SERVER_URL = 'E2E_POSTGRES_URL'

/** Starts a server for all workers, if PostgreSQL is installed: a host on it takes a third of the processor time. */
export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (postgresMissing()) return undefined
  const { url, stop } = await startPostgres()
  process.env[SERVER_URL] = url
  return stop
}
