import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openOperatorAccount } from '../../backend/domain/identity/accounts/operator-account.ts'
import { withCleanValues } from '../../serve/clean-values.ts'
import { readClientId } from '../../serve/setting-values.ts'
import { clientIdIn, type Environment, settingsFilePath } from '../../serve/settings-file.ts'
import { withDatabase } from '../open-database.ts'
import type { Place } from '../place.ts'
import { createSecretFile, createWholeFile, writeWholeFile } from '../write-file.ts'
import { type Application, namedIn, promptForApplication, promptForEmail, readFlags } from './flags.ts'

/** The file is next to the settings file, which refers to it. */
const KEY_FILE = 'front-entry.sealing-key'

const KEY_BYTES = 32

/** Creates a key file. An existing one is kept, because a key that already seals a database must not be replaced. */
const ensureKeyFile = (path: string): boolean =>
  createSecretFile(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`)

const kept = (path: string): string => `Kept ${path}; --force overwrites it.`

/**
 * Writes the settings file, and a sealing key next to it unless the environment has one, and prints the values that the
 * vendor needs from them. A file that another `init` wrote meanwhile is kept, because its client ID was printed.
 */
const write = (
  env: Environment,
  path: string,
  { application: { appUrl, apiUrl }, force }: { application: Application; force: boolean },
): void => {
  const hasKey = Boolean(env.SEALING_KEY || env.SEALING_KEY_FILE)
  // The variable wins over the file. An ID is kept when the file is overwritten, because pages use it.
  const clientId =
    (env.CLIENT_ID && readClientId(env.CLIENT_ID)) || (existsSync(path) && clientIdIn(path)) || randomUUID()
  const keyFile = join(dirname(path), KEY_FILE)
  const isNewKey = !hasKey && ensureKeyFile(keyFile)
  const settings = { client: { clientId, appUrl }, apiUrl, ...(!hasKey && { sealingKeyFile: KEY_FILE }) }
  const text = `${JSON.stringify(settings, undefined, 2)}\n`
  if (force) writeWholeFile(path, text)
  const isNew = force || createWholeFile(path, text)
  console.log(isNew ? `Wrote ${path}. Give your pages the client ID ${clientId}.` : kept(path))
  if (isNewKey)
    console.log(`Wrote ${keyFile}. Without it no one can read the keys in the database: keep a copy elsewhere.`)
}

/**
 * `front-entry init`: writes the settings file unless it exists, creates the operator account, and prints a link with
 * which its administrator chooses a password. When it is called again, it prints another link.
 *
 * @throws SettingError, OperatorAccountError, and errors of `openBackend`
 */
export const init = async (args: readonly string[], variables: Environment, { root, call }: Place): Promise<void> => {
  const env = withCleanValues(variables)
  const flags = readFlags(args)
  const path = settingsFilePath(env, root)
  const isKept = existsSync(path) && !flags.force
  // All questions are asked before anything is written.
  const application = isKept ? undefined : await promptForApplication(flags)
  const email = await promptForEmail(flags)
  if (application) write(env, path, { application, force: flags.force === true })
  else console.log(kept(path))
  const name = application?.name ?? namedIn(flags)
  const { isNew, url, expiresAt } = await withDatabase(env, root, (ports) =>
    openOperatorAccount(ports, { name, email }),
  )
  console.log(`${isNew ? 'Made the operator account' : 'The operator account exists'}. ${email} continues here:`)
  console.log(url)
  console.log(
    `The link works once, until ${new Date(expiresAt).toISOString()}. Start the server first: ${call('serve')}`,
  )
}
