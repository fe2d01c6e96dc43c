import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { lineAt, parseStrictly, repeatedKeys, withoutByteOrderMark } from '../backend/adapters/strict-json.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { utf8Text } from '../kernel/utf8-text.ts'
import { withCleanValues } from './clean-values.ts'
import { SECRET_FILES, withSecretFiles } from './secret-files.ts'
import { SettingError } from './setting-values.ts'

/** The file is next to `package.json`, unless `CONFIG_FILE` names another one. */
const CONFIG_FILE = 'front-entry.config.json'

export type Environment = Record<string, string | undefined>
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
  /** Environment variable for the same setting; it takes precedence over the file. */
  variable: string
  read: Read
  kind: string
}

const setting = (variable: string, read: Read, kind: string): Setting => ({ variable, read, kind })

/** Settings of the file, by their path in it. */
const SETTINGS: Readonly<Record<string, Setting>> = {
  apiUrl: setting('API_URL', text, 'an origin'),
  allowedOrigins: setting('ALLOWED_ORIGINS', list, 'a list of origins'),
  'client.clientId': setting('CLIENT_ID', text, 'a string'),
  'client.appUrl': setting('APP_URL', text, 'an origin'),
  'client.basename': setting('APP_BASENAME', text, 'a path'),
  'client.urlStrategy': setting('APP_URL_STRATEGY', text, "'path' or 'hash'"),
  'client.routes': setting('APP_ROUTES', object, 'an object of routes'),
  'client.redirectUris': setting('REDIRECT_URIS', list, 'a list of URLs'),
  'client.postLogoutRedirectUris': setting('POST_LOGOUT_REDIRECT_URIS', list, 'a list of URLs'),
  clients: setting('CLIENTS', objects, 'a list of objects'),
  breachedPasswordsUrl: setting('BREACHED_PASSWORDS_URL', text, 'a URL'),
  sealingKeyFile: setting('SEALING_KEY_FILE', text, 'the path of a file'),
  'mail.smtpUrl': setting('SMTP_URL', text, 'a URL'),
  'mail.url': setting('MAIL_URL', text, 'a URL'),
  'mail.secretFile': setting('MAIL_SECRET_FILE', text, 'the path of a file'),
  'mail.from': setting('MAIL_FROM', text, 'an email'),
  'sms.url': setting('SMS_URL', text, 'a URL'),
  'sms.secretFile': setting('SMS_SECRET_FILE', text, 'the path of a file'),
  'twilio.accountSid': setting('TWILIO_ACCOUNT_SID', text, 'a string'),
  'twilio.authTokenFile': setting('TWILIO_AUTH_TOKEN_FILE', text, 'the path of a file'),
  'twilio.apiKey': setting('TWILIO_API_KEY', text, 'a string'),
  'twilio.apiSecretFile': setting('TWILIO_API_SECRET_FILE', text, 'the path of a file'),
  'twilio.from': setting('TWILIO_FROM', text, 'a string'),
  'twilio.messagingServiceSid': setting('TWILIO_MESSAGING_SERVICE_SID', text, 'a string'),
  'tokens.algorithm': setting('TOKEN_ALGORITHM', text, "'RS256' or 'ES256'"),
  'audits.retentionDays': setting('AUDIT_RETENTION_DAYS', number, 'a number of days'),
}

/** Groups contain settings; all other keys of the file must be one of them. */
const GROUPS = ['client', 'mail', 'sms', 'twilio', 'tokens', 'audits']

/** Thrown for a fault of the file itself, before any setting is checked. */
class SettingsFileError extends Error {
  override readonly name = 'SettingsFileError'
}

const settingsIn = (tree: Readonly<Record<string, unknown>>, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    GROUPS.includes(prefix + name) && isRecord(value) ? settingsIn(value, `${name}.`) : [[prefix + name, value]],
  )

const valueIn = (file: string, path: string, value: unknown): [variable: string, text: string] => {
  const known = Object.hasOwn(SETTINGS, path) ? SETTINGS[path] : undefined
  if (GROUPS.includes(path)) throw new SettingsFileError(`${file}: ${path} must be an object.`)
  if (!known) {
    const all = Object.keys(SETTINGS)
    const meant = nearestName(path, all)
    throw new SettingsFileError(
      `${file}: there is no setting '${path}'${meant ? `; did you mean ${meant}?` : `. The settings are ${all.join(', ')}.`}`,
    )
  }
  const read = known.read(value)
  if (read === undefined) throw new SettingsFileError(`${file}: ${path} must be ${known.kind}.`)
  return [known.variable, read]
}

const contentOf = (path: string, isRequired: boolean): string | undefined => {
  try {
    return withoutByteOrderMark(utf8Text(readFileSync(path)))
  } catch {
    if (isRequired) throw new SettingsFileError(`CONFIG_FILE: ${path} can't be read.`)
    return undefined
  }
}

interface FileSettings {
  /** Environment with the settings that only the file has. */
  env: Environment
  /** Returns the file's name of a variable that came from it. */
  nameOf(variable: string): string | undefined
}

/** Returns the path of the settings file, whether or not it exists. */
export const settingsFilePath = ({ CONFIG_FILE: named }: Environment, root: string): string =>
  resolve(root, named || CONFIG_FILE)

/** Resolves a path of the file relative to the file's folder. */
const fromFolderOf = (path: string, variable: string, value: string): string =>
  SECRET_FILES.includes(variable) ? resolve(dirname(path), value) : value

const treeIn = (file: string, content: string): Readonly<Record<string, unknown>> => {
  const { root, fault } = parseStrictly(content)
  if (!root) throw new SettingsFileError(`${file}:${lineAt(content, fault.offset)}: ${fault.message}.`)
  const [repeated] = repeatedKeys(root)
  if (repeated) {
    const line = lineAt(content, repeated.offset)
    throw new SettingsFileError(`${file}:${line}: ${repeated.path.join('.')}: ${repeated.message}.`)
  }
  const tree: unknown = JSON.parse(content)
  if (!isRecord(tree)) throw new SettingsFileError(`${file} must be a JSON object.`)
  return tree
}

/**
 * Returns the client ID of a settings file that will be overwritten.
 *
 * @throws SettingError for a file that can't be read, because its client ID would be lost
 */
export const clientIdIn = (path: string): string | undefined => {
  try {
    const { client } = treeIn(path, contentOf(path, true) ?? '')
    return isRecord(client) && typeof client.clientId === 'string' ? client.clientId : undefined
  } catch (error) {
    if (!(error instanceof SettingsFileError)) throw error
    throw new SettingError(`${error.message} Its client ID is kept, so correct the file or remove it.`)
  }
}

/** @throws SettingsFileError that names the file and the setting */
const readSettingsFile = (env: Environment, root: string): FileSettings => {
  const file = env.CONFIG_FILE || CONFIG_FILE
  const path = settingsFilePath(env, root)
  const content = contentOf(path, Boolean(env.CONFIG_FILE))
  if (content === undefined) return { env, nameOf: () => undefined }
  const found = settingsIn(treeIn(file, content)).map(([path, value]) => [path, ...valueIn(file, path, value)] as const)
  const twice = found.find(([name], at) => found.some(([other], before) => before < at && other === name))
  if (twice) throw new SettingsFileError(`${file}: ${twice[0]} is set twice.`)
  // A secret in the environment takes precedence over a file with one.
  const fromFile = found.filter(([, variable]) => !env[variable] && !env[variable.replace(/_FILE$/, '')])
  const paths = new Map(fromFile.map(([name, variable]) => [variable, `${file}: ${name}`]))
  return {
    env: {
      ...env,
      ...Object.fromEntries(fromFile.map(([, variable, value]) => [variable, fromFolderOf(path, variable, value)])),
    },
    nameOf: (variable) => paths.get(variable),
  }
}

/** Names the setting of an error where the reader finds it: in the environment or in the file. */
const namedWhere = (error: unknown, nameOf: (variable: string) => string | undefined): unknown => {
  if (error instanceof SettingsFileError) return new SettingError(error.message)
  if (!(error instanceof SettingError)) return error
  const [variable = ''] = /^\w*/.exec(error.message) ?? []
  const inFile = nameOf(variable)
  return inFile ? new SettingError(inFile + error.message.slice(variable.length)) : error
}

/** Names a variable as the reader gave it: by the settings file, or by the file of a secret. */
const givenAs =
  ({ env, nameOf }: FileSettings): FileSettings['nameOf'] =>
  (variable) => {
    const secretFile = `${variable}_FILE`
    const path = SECRET_FILES.includes(secretFile) && !env[variable] && env[secretFile]
    return path ? `${nameOf(secretFile) ?? secretFile}: ${path}` : nameOf(variable)
  }

/** Reads settings from the environment and the file; relative paths start at `root`. */
export const readWithFile = <Result>(
  variables: Environment,
  root: string,
  read: (env: Environment) => Result,
): Result => {
  let nameOf: (variable: string) => string | undefined = () => undefined
  try {
    const file = readSettingsFile(withCleanValues(variables), root)
    nameOf = givenAs(file)
    return read(withCleanValues(withSecretFiles(file.env)))
  } catch (error) {
    throw namedWhere(error, nameOf)
  }
}
