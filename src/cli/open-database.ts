import { type BackendSettings, type HostParts, openBackend } from '../backend/open-backend.ts'
import type { Ports } from '../backend/ports.ts'
import { createLogger } from '../kernel/logger.ts'
import { PRODUCTION_PARTS } from '../serve/serve.ts'
import { readServeSettings, type ServeSettings } from '../serve/settings.ts'
import type { Environment } from '../serve/settings-file.ts'

const { createMailTransport, createTexter } = PRODUCTION_PARTS

interface DatabaseSettings extends Omit<BackendSettings, 'databaseUrl'> {
  /** URL of the database; if not set, the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
}

/** Runs the work of a command on a database, including the demo's unless `host` refuses it. */
export const withDatabaseOf = async <Result>(
  { databaseUrl, dataDir, ...settings }: DatabaseSettings,
  work: (ports: Ports) => Promise<Result>,
  host: HostParts = { createMailTransport, createTexter },
): Promise<Result> => {
  const backend = await openBackend(
    { ...(databaseUrl ? { databaseUrl } : { dataDir }), ...settings, log: createLogger('warn') },
    host,
  )
  try {
    return await work(backend.ports)
  } finally {
    await backend.close()
  }
}

/** Runs the work of a command on the server's database; it sends nothing. */
export const withDatabase = async <Result>(
  env: Environment,
  root: string,
  work: (ports: Ports, settings: ServeSettings) => Promise<Result>,
): Promise<Result> => {
  const settings = readServeSettings(env, root, { isSending: false })
  const { client, apiUrl, databaseUrl, databaseDirectUrl, dataDir, sealingKey } = settings
  const { appUrl, app } = client
  return withDatabaseOf(
    { databaseUrl, databaseDirectUrl, dataDir, apiUrl, appUrl, ...(app && { app }), sealingKey },
    (ports) => work(ports, settings),
    PRODUCTION_PARTS,
  )
}
