import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { Application } from './flags.ts'

/** The file is next to the settings file, which refers to it. */
const KEY_FILE = 'front-entry.sealing-key'

const KEY_BYTES = 32
/** Only the user who runs the server can read the key. */
const OWNER_ONLY = 0o600

/** Creates a key file. An existing one is kept, because a key that already seals a database must not be replaced. */
const ensureKeyFile = (path: string): boolean => {
  if (existsSync(path)) return false
  writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: OWNER_ONLY, flag: 'wx' })
  return true
}

/**
 * Returns the client ID of an existing settings file. It is kept when the file is overwritten, because pages use it.
 */
const clientIdOf = (path: string): string => {
  const known = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : undefined
  const client = isRecord(known) && isRecord(known.client) ? known.client : {}
  return typeof client.clientId === 'string' ? client.clientId : randomUUID()
}

interface Written {
  clientId: string
  /** Path of the new key file, if one was created. */
  keyFile: string | undefined
}

/** Writes the settings file at `path`, and a sealing key next to it unless the environment has one. */
export const writeSettings = (
  path: string,
  { appUrl, apiUrl }: Application,
  { hasKey }: { hasKey: boolean },
): Written => {
  const clientId = clientIdOf(path)
  const keyFile = join(dirname(path), KEY_FILE)
  mkdirSync(dirname(path), { recursive: true })
  const isNewKey = !hasKey && ensureKeyFile(keyFile)
  const settings = { client: { clientId, appUrl }, apiUrl, ...(!hasKey && { sealingKeyFile: KEY_FILE }) }
  writeFileSync(path, `${JSON.stringify(settings, undefined, 2)}\n`)
  return { clientId, keyFile: isNewKey ? keyFile : undefined }
}
