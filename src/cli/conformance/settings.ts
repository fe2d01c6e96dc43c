import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { normalizeEmail } from '../../rules/email.ts'
import { SettingError } from '../../serve/setting-values.ts'
import type { Environment } from '../../serve/settings-file.ts'
import { readArguments } from '../read-arguments.ts'
import { GROUP_NAMES, type Group, isGroup } from './groups.ts'
import type { ConformanceSettings } from './run.ts'

const FLAGS = {
  'base-url': { type: 'string' },
  'url-prefix': { type: 'string' },
  user: { type: 'string' },
  'password-file': { type: 'string' },
  origin: { type: 'string' },
  json: { type: 'string' },
  only: { type: 'string' },
  changes: { type: 'boolean' },
} as const

/** Reads the origin in a flag; a URL with more than an origin would be misread. */
const originIn = (text: string, flag: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  if (isOrigin) return url.origin
  throw new SettingError(`${flag} must be an origin like https://id.example.com.`)
}

const prefixIn = (text: string): string => {
  if (text === '' || /^(\/[\w.-]+)+$/.test(text)) return text
  throw new SettingError('--url-prefix must be a path like /frontegg, or empty.')
}

const groupIn = (name: string): Group => {
  if (isGroup(name)) return name
  throw new SettingError(`--only must be one of ${GROUP_NAMES.join(', ')}.`)
}

const emailIn = (text: string | undefined): string => {
  const email = normalizeEmail(text ?? '')
  if (email) return email
  throw new SettingError('--user must be the email address of a user of the server.')
}

const passwordInFile = (path: string, root: string): string => {
  try {
    return readFileSync(resolve(root, path), 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new SettingError('The file of --password-file can’t be read.')
  }
}

/** Reads a line from the terminal without showing it. */
const askPassword = async (): Promise<string> => {
  if (!process.stdin.isTTY)
    throw new SettingError('The password is missing: use --password-file or the variable CONFORMANCE_PASSWORD.')
  process.stderr.write('Password: ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

type Given = Omit<ConformanceSettings, 'schemas' | 'signal'> & {
  /** File for the report as JSON. */
  json?: string
}

/**
 * Reads the settings of a run from its flags. The password comes from a file, the environment or the terminal, because
 * other users of the machine can read the arguments of a process.
 *
 * @throws SettingError for a flag that is missing or malformed
 */
export const readSettings = async (args: readonly string[], env: Environment, root: string): Promise<Given> => {
  const flags = readArguments({ args: [...args], options: FLAGS }).values
  if (flags['base-url'] === undefined) throw new SettingError('--base-url is missing: the origin of the server.')
  const settings = {
    baseUrl: originIn(flags['base-url'], '--base-url'),
    ...(flags['url-prefix'] !== undefined && { urlPrefix: prefixIn(flags['url-prefix']) }),
    email: emailIn(flags.user),
    ...(flags.origin && { origin: originIn(flags.origin, '--origin') }),
    ...(flags.only && { only: groupIn(flags.only) }),
    ...(flags.json && { json: resolve(root, flags.json) }),
    changes: flags.changes === true,
  }
  const file = flags['password-file']
  const password = file ? passwordInFile(file, root) : env.CONFORMANCE_PASSWORD || (await askPassword())
  if (!password) throw new SettingError('The password is empty.')
  return { ...settings, password }
}
