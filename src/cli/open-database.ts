import { openBackend } from '../backend/open-backend.ts'
import type { Ports } from '../backend/ports.ts'
import { createLogger } from '../kernel/logger.ts'
import { PRODUCTION_PARTS } from '../serve/serve.ts'
import { readServeSettings, type ServeSettings } from '../serve/settings.ts'
import type { Environment } from '../serve/settings-file.ts'

/** Needed by the server and not by these commands, which send nothing. */
const UNUSED = { SMTP_URL: 'smtp://localhost' }

/** Runs work of a command over the server's database. */
export const withDatabase = async <Result>(
  env: Environment,
  root: string,
  work: (ports: Ports, settings: ServeSettings) => Promise<Result>,
): Promise<Result> => {
  const settings = readServeSettings({ ...(!env.SMTP_URL_FILE && UNUSED), ...env }, root)
  const { client, apiUrl, databaseUrl, dataDir, sealingKey } = settings
  const backend = await openBackend(
    {
      ...(databaseUrl ? { databaseUrl } : { dataDir }),
      apiUrl,
      appUrl: client.appUrl,
      ...(client.app && { app: client.app }),
      sealingKey,
      log: createLogger('warn'),
    },
    PRODUCTION_PARTS,
  )
  try {
    return await work(backend.ports, settings)
  } finally {
    await backend.close()
  }
}
