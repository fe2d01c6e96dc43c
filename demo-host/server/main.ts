import { fileURLToPath } from 'node:url'
import { startDemoHost } from './demo-host.ts'
import { SettingError } from './setting-values.ts'
import { readSettings } from './settings.ts'
import { adviseOnVariables } from './variable-advice.ts'

/** Longer than a clean end takes; a hanging one must not keep the terminal. */
const MAX_END_MS = 1_800
/** Emails being sent are waited for. Containers are killed after 10 s. */
const MAX_END_WITH_MAIL_MS = 9_500

const NAMED_ERRORS = ['FolderInUseError', 'DatabaseError', 'SealingKeyError']

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingError || NAMED_ERRORS.includes(error.name)) return error.message
  return error.stack ?? error.message
}

const start = async (): Promise<void> => {
  const settings = readSettings(process.env, fileURLToPath(new URL('../..', import.meta.url)))
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
  console.log(`cdn ${host.origins.cdn}/6.176.0/fe.umd.js`)
  console.log(`api ${host.origins.api}/health`)
  console.log(`identity provider ${host.origins.idp}`)
  if (!settings.smtpUrl) console.log(`inbox ${host.origins.host}/inbox`)
  console.log(`ready ${host.origins.host}`)
}

start().catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
