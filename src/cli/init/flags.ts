import { createInterface } from 'node:readline/promises'
import { normalizeEmail } from '../../rules/email.ts'
import { readAppUrl, readOrigin, SettingError } from '../../serve/setting-values.ts'
import { readArguments } from '../read-arguments.ts'

/** Flags of `front-entry init`. */
interface InitFlags {
  name?: string
  url?: string
  'api-url'?: string
  email?: string
  force?: boolean
}

/** Values for the settings file. */
export interface Application {
  name: string
  appUrl: string
  apiUrl: string
}

const FLAGS = {
  name: { type: 'string' },
  url: { type: 'string' },
  'api-url': { type: 'string' },
  email: { type: 'string' },
  force: { type: 'boolean' },
} as const

/** @throws SettingError for a flag that doesn't exist */
export const readFlags = (args: readonly string[]): InitFlags =>
  readArguments({ args: [...args], options: FLAGS }).values

const MAX_NAME_LENGTH = 200

const readName = (text: string): string => {
  const name = text.trim()
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name
  throw new SettingError(`--name must be 1 to ${MAX_NAME_LENGTH} characters.`)
}

const readAppOrigin = (text: string): string => {
  const origin = readAppUrl(text.trim(), '--url')
  if (origin) return origin
  throw new SettingError('--url must be an origin like https://app.example.com.')
}

const readApiOrigin = (text: string): string => {
  const origin = readOrigin('--api-url', text.trim())
  if (origin) return origin
  throw new SettingError('--api-url must be an origin like https://id.example.com.')
}

const readEmail = (text: string): string => {
  const email = normalizeEmail(text)
  if (email) return email
  throw new SettingError('--email must be a valid email address, like ada@company.com.')
}

/** Prompts in a terminal until the input is valid; without a terminal, a missing flag is an error. */
const ask = async <Value>(flag: string, question: string, read: (text: string) => Value): Promise<Value> => {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new SettingError(`${flag} is missing: ${question}.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (;;) {
      try {
        return read(await terminal.question(`${question}: `))
      } catch (error) {
        if (!(error instanceof SettingError)) throw error
        console.error(error.message)
      }
    }
  } finally {
    terminal.close()
  }
}

const valueFor = <Value>(
  flags: InitFlags,
  flag: Exclude<keyof InitFlags, 'force'>,
  question: string,
  read: (text: string) => Value,
) => {
  const given = flags[flag]
  return given === undefined ? ask(`--${flag}`, question, read) : read(given)
}

export const promptForApplication = async (flags: InitFlags): Promise<Application> => ({
  name: await valueFor(flags, 'name', 'Name of the application', readName),
  appUrl: await valueFor(flags, 'url', 'URL of the application, like https://app.example.com', readAppOrigin),
  apiUrl: await valueFor(flags, 'api-url', 'URL of this server, like https://id.example.com', readApiOrigin),
})

export const promptForEmail = (flags: InitFlags): Promise<string> | string =>
  valueFor(flags, 'email', "Email of the operator's first administrator", readEmail)

export const namedIn = ({ name }: InitFlags): string | undefined => (name === undefined ? undefined : readName(name))
