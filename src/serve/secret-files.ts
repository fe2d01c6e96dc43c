import { readFileSync } from 'node:fs'
import { utf8Text } from '../kernel/utf8-text.ts'
import { SettingError } from './setting-values.ts'

type Environment = Record<string, string | undefined>

/** Settings that should not be in a process's environment, which other users and crash reports may see. */
const SECRETS = [
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'MAIL_SECRET',
  'SEALING_KEY',
  'SEALING_KEY_NEXT',
  'SLACK_CLIENT_SECRET',
  'SMS_SECRET',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TWILIO_API_SECRET',
  'TWILIO_AUTH_TOKEN',
] as const

const fileOf = (name: string): string => `${name}_FILE`

export const SECRET_FILES: readonly string[] = SECRETS.map(fileOf)

const readSecret = (name: string, path: string): string => {
  let content: string
  try {
    content = utf8Text(readFileSync(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new SettingError(`${name}: ${path} can't be read${code ? ` (${code})` : ''}.`)
  }
  if (content.includes('\0')) throw new SettingError(`${name}: ${path} must be saved as UTF-8.`)
  const secret = content.trim()
  if (!secret) throw new SettingError(`${name}: ${path} is empty.`)
  return secret
}

/**
 * Returns the environment with the secrets that files contain: `SEALING_KEY_FILE` names the file of `SEALING_KEY`, as
 * container engines and systemd provide it. Spaces and line breaks around a secret are removed.
 *
 * @throws SettingError when a file can't be read or is empty, or when a secret is set in both ways
 */
export const withSecretFiles = (env: Environment): Environment => {
  const found = SECRETS.filter((name) => env[fileOf(name)])
  const twice = found.find((name) => env[name])
  if (twice) throw new SettingError(`${fileOf(twice)} and ${twice} are both set. Remove one of them.`)
  return {
    ...env,
    ...Object.fromEntries(found.map((name) => [name, readSecret(fileOf(name), env[fileOf(name)] ?? '')])),
  }
}
