import { openBackend } from '../backend/open-backend.ts'
import type { Ports } from '../backend/ports.ts'
import { createLogger } from '../kernel/logger.ts'
import { PRODUCTION_PARTS } from '../serve/serve.ts'
import { readServeSettings } from '../serve/settings.ts'
import type { Environment } from '../serve/settings-file.ts'

/** Runs work of a command over the server's database; it sends nothing. */
export const withDatabase = async <Result>(
  env: Environment,
  root: string,
  work: (ports: Ports) => Promise<Result>,
): Promise<Result> => {
  const settings = readServeSettings(env, root, { isSending: false })
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
    return await work(backend.ports)
  } finally {
    await backend.close()
  }
}
