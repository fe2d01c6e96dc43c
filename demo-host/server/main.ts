import { fileURLToPath } from 'node:url'
import { adviseOnVariables } from '../../src/serve/variable-advice.ts'
import { startDemoHost } from './demo-host.ts'
import { readDemoSettings } from './settings.ts'
import { explainStart, linesOfStart } from './start-lines.ts'

/** Time limit of a shutdown: longer than a clean one takes; one that hangs must not block the terminal. */
const MAX_END_MS = 1_800
/** The shutdown waits for emails that are being sent. Containers are killed after 10 s. */
const MAX_END_WITH_MAIL_MS = 9_500

const start = async (): Promise<void> => {
  const settings = readDemoSettings(process.env, fileURLToPath(new URL('../..', import.meta.url)))
  for (const advice of adviseOnVariables(process.env)) console.warn(advice)
  const host = await startDemoHost(settings)
  const end = () => {
    setTimeout(() => process.exit(1), settings.smtpUrl ? MAX_END_WITH_MAIL_MS : MAX_END_MS).unref()
    host.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  for (const line of linesOfStart(settings, host.origins)) console.log(line)
}

start().catch((error: unknown) => {
  console.error(explainStart(error))
  process.exit(1)
})
