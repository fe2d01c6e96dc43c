import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isRecord, parseJson } from '../../src/kernel/safe-json.ts'

/** Beside `package.json`, unless `CONFIG_FILE` names another one. */
export const CONFIG_FILE = 'front-entry.config.json'

type Environment = Record<string, string | undefined>
type Read = (value: unknown) => string | undefined

const text: Read = (value) => (typeof value === 'string' ? value : undefined)
const list: Read = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','))
    ? value.join(',')
    : undefined
const number: Read = (value) => (typeof value === 'number' ? String(value) : undefined)
const objects: Read = (value) => (Array.isArray(value) && value.every(isRecord) ? JSON.stringify(value) : undefined)
const object: Read = (value) => (isRecord(value) ? JSON.stringify(value) : undefined)

interface Setting {
  /** The environment variable of the same meaning; it wins over the file. */
  variable: string
  read: Read
  kind: string
}

const setting = (variable: string, read: Read, kind: string): Setting => ({ variable, read, kind })

/** What the file can set, by the path inside it. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  allowedOrigins: setting('ALLOWED_ORIGINS', list, 'a list of origins'),
  'client.appUrl': setting('APP_URL', text, 'an origin'),
  'client.basename': setting('APP_BASENAME', text, 'a path'),
  'client.urlStrategy': setting('APP_URL_STRATEGY', text, "'path' or 'hash'"),
  'client.routes': setting('APP_ROUTES', object, 'an object of routes'),
  'client.redirectUris': setting('REDIRECT_URIS', list, 'a list of URLs'),
  'client.postLogoutRedirectUris': setting('POST_LOGOUT_REDIRECT_URIS', list, 'a list of URLs'),
  clients: setting('CLIENTS', objects, 'a list of objects'),
  'mail.smtpUrl': setting('SMTP_URL', text, 'a URL'),
  'audits.retentionDays': setting('AUDIT_RETENTION_DAYS', number, 'a number of days'),
}

/** Groups hold settings; everything else in the file must be one of them. */
const GROUPS = ['client', 'mail', 'audits']

/** A fault of the file, before any setting is looked at. */
export class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError'
}

const settingsIn = (tree: Readonly<Record<string, unknown>>, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    GROUPS.includes(prefix + name) && isRecord(value) ? settingsIn(value, `${name}.`) : [[prefix + name, value]],
  )

const valueIn = (file: string, path: string, value: unknown): [variable: string, text: string] => {
  const known = SETTINGS[path]
  if (!known) {
    throw new SettingsFileError(
      `${file}: there is no setting '${path}'. The settings are ${Object.keys(SETTINGS).join(', ')}.`,
    )
  }
  const read = known.read(value)
  if (read === undefined) throw new SettingsFileError(`${file}: ${path} must be ${known.kind}.`)
  return [known.variable, read]
}

const contentOf = (path: string, isRequired: boolean): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    if (isRequired) throw new SettingsFileError(`CONFIG_FILE: ${path} can't be read.`)
    return undefined
  }
}

export interface FileSettings {
  /** The environment with what only the file sets. */
  env: Environment
  /** How the file calls a variable that came from it. */
  nameOf(variable: string): string | undefined
}

/** @throws SettingsFileError that names the file and the setting */
export const readSettingsFile = (env: Environment, root: string): FileSettings => {
  const file = env.CONFIG_FILE || CONFIG_FILE
  const content = contentOf(isAbsolute(file) ? file : join(root, file), Boolean(env.CONFIG_FILE))
  if (content === undefined) return { env, nameOf: () => undefined }
  const tree = parseJson(content)
  if (!isRecord(tree)) throw new SettingsFileError(`${file} must be a JSON object.`)
  const found = settingsIn(tree).map(([path, value]) => [path, ...valueIn(file, path, value)] as const)
  const fromFile = found.filter(([, variable]) => !env[variable])
  const paths = new Map(fromFile.map(([path, variable]) => [variable, `${file}: ${path}`]))
  return {
    env: { ...env, ...Object.fromEntries(fromFile.map(([, variable, value]) => [variable, value])) },
    nameOf: (variable) => paths.get(variable),
  }
}
