import { SettingError } from '../../src/serve/setting-values.ts'
import { version } from '../scripts/project.mjs'
import type { Origins } from './pages.ts'
import type { Settings } from './settings.ts'

const NAMED_ERRORS = ['FolderInUseError', 'DatabaseError', 'SealingKeyError']

/** Returns whether the message itself names the fix. */
export const isNamedStartError = (error: unknown): boolean =>
  error instanceof Error && (error instanceof SettingError || NAMED_ERRORS.includes(error.name))

/** Returns one line that names the setting, or the stack of an unexpected error. */
export const explainStart = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return isNamedStartError(error) ? error.message : (error.stack ?? error.message)
}

/** Returns the lines that a start prints, with the URL to open last. */
export const linesOfStart = ({ smtpUrl }: Settings, { host, cdn, api, idp }: Origins): string[] => [
  `cdn ${cdn}/${version}/fe.umd.js`,
  `api ${api}/health`,
  `identity provider ${idp}`,
  ...(smtpUrl ? [] : [`inbox ${host}/inbox`]),
  `docs ${host}/docs/`,
  `ready ${host}`,
]
