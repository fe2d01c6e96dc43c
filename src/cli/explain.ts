import { SettingError } from '../serve/setting-values.ts'

/** Errors whose message names the setting to change, and those of a database that can't be written, which is in the log. */
const NAMED_ERRORS = [
  'DatabaseAwayError',
  'FolderInUseError',
  'DatabaseError',
  'SealingKeyError',
  'TrustedProxyError',
  'OperatorAccountError',
  'VendorFileError',
]

/** Returns the message of an error that says what to change; all other errors include the stack. */
export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof SettingError || NAMED_ERRORS.includes(error.name)) return error.message
  return error.stack ?? error.message
}
