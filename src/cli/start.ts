import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, serve } from '../serve/serve.ts'
import { SettingError } from '../serve/setting-values.ts'
import { readServeSettings } from '../serve/settings.ts'
import { onEndSignals } from '../serve/shutdown.ts'
import { adviseOnVariables } from '../serve/variable-advice.ts'
import { explain } from './explain.ts'
import type { Place } from './place.ts'

/** Maximum time for closing the database. Container engines kill a process 10 s after SIGTERM. */
const MAX_CLOSE_MS = 2_500

/** A terminal that closes makes each later line an error, which without a listener would cut off the calls in flight. */
const ignoreOutputErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** `front-entry serve`: runs until a signal ends it. */
export const start = async (place: Place): Promise<void> => {
  const settings = readServeSettings(process.env, place.root)
  for (const advice of adviseOnVariables(process.env)) console.warn(advice)
  const { release, version } = place
  if (!settings.cdnUrl && !existsSync(join(release, 'fe.umd.js')))
    throw new SettingError(`CDN_URL is missing, and the release is not built. Run \`${place.build}\`, or set CDN_URL.`)
  let server: RunningServer | undefined
  ignoreOutputErrors()
  onEndSignals({
    first() {
      // Nothing is served yet, and the databases survive an end at any moment. The system itself would end no process
      // that is the first one of a container.
      if (!server) process.exit(0)
      setTimeout(() => process.exit(1), settings.shutdown.limitMs + MAX_CLOSE_MS).unref()
      server.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(explain(error))
          process.exit(1)
        },
      )
    },
    second: () => process.exit(1),
  })
  server = await serve(settings, { release, version, schemas: await place.readSchemas() })
  console.log(`ready ${settings.apiUrl}`)
}
