import { withoutInvisibleEnds } from '../rules/pasted-text.ts'
import { SECRET_FILES } from './secret-files.ts'
import { SettingError } from './setting-values.ts'
import { VARIABLE_NAMES } from './variable-advice.ts'

type Environment = Record<string, string | undefined>

/** JSON, where line breaks are allowed between the values and joiners inside them. */
const JSON_NAMES = ['APP_ROUTES', 'CLIENTS']

/** Lists, which may have a line for each entry. */
const LISTS = [
  'ALLOWED_ORIGINS',
  'POST_LOGOUT_REDIRECT_URIS',
  'REDIRECT_URIS',
  'SEALING_KEY',
  'SEALING_KEY_NEXT',
  'TRUSTED_PROXIES',
]

/** Names of files and of a sender, which joiners may be part of in some scripts. */
const NAMES = ['CONFIG_FILE', 'DATA_DIR', 'MAIL_FROM', ...SECRET_FILES]

/** Container engines pass the quotes of their environment files on; texts copied from a page have typographic ones. */
const QUOTED = /^["'`“”‘’].*["'`“”‘’]$/s

const QUOTED_JSON = /^["'“”‘’]|["'“”‘’]$/

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Returns the first character inside a value that it can't have. */
const strayIn = (name: string, text: string): string | undefined => {
  if (JSON_NAMES.includes(name)) return undefined
  const control = LISTS.includes(name) ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u
  const [found] = control.exec(text) ?? (NAMES.includes(name) ? undefined : /\p{Cf}/u.exec(text)) ?? []
  return found
}

const clean = (name: string, value: string): string => {
  const text = withoutInvisibleEnds(value)
  // The messages omit the value, which may be a secret.
  if ((JSON_NAMES.includes(name) ? QUOTED_JSON : QUOTED).test(text))
    throw new SettingError(`${name} is in quotes, which would be part of its value. Remove them.`)
  const stray = strayIn(name, text)
  if (stray === undefined) return text
  const kind = /[\r\n]/.test(stray) ? 'a line break' : `the invisible character ${codeOf(stray)}`
  throw new SettingError(`${name} contains ${kind}. Remove it.`)
}

/**
 * Returns the environment with the settings of this product without the blanks and invisible characters around them,
 * which files with line ends of Windows and copied texts add. Other variables stay as they are.
 *
 * @throws SettingError for a setting in quotes, or with such a character inside
 */
export const withCleanValues = (env: Environment): Environment => ({
  ...env,
  ...Object.fromEntries(
    VARIABLE_NAMES.flatMap((name) => {
      const value = env[name]
      return value ? [[name, clean(name, value)]] : []
    }),
  ),
})
