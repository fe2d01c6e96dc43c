import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSmsUses, smsMissing } from '../../backend/adapters/sms-uses.ts'
import { readVendorFile } from '../../backend/adapters/vendor-file.ts'
import { applyVendorSettings } from '../../backend/domain/vendor-settings/apply.ts'
import { vendorFileText } from '../../backend/domain/vendor-settings/canonical.ts'
import { readStored } from '../../backend/domain/vendor-settings/stored.ts'
import type { Ports } from '../../backend/ports.ts'
import { utf8Text } from '../../kernel/utf8-text.ts'
import { SettingError } from '../../serve/setting-values.ts'
import { readServeSettings, type ServeSettings } from '../../serve/settings.ts'
import type { Environment } from '../../serve/settings-file.ts'
import { withDatabase } from '../open-database.ts'
import { readArguments } from '../read-arguments.ts'
import { writeWholeFile } from '../write-file.ts'

/** The file is next to `package.json`, unless the command names another file. */
const VENDOR_FILE = 'front-entry.vendor.json'

interface Command {
  name: 'apply' | 'pull'
  /** The command's name for the file, in messages. */
  named: string
  path: string
  isDryRun: boolean
}

const readCommand = (args: readonly string[], root: string): Command => {
  const { values, positionals } = readArguments({
    args: [...args],
    options: { 'dry-run': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [name, file = VENDOR_FILE, ...more] = positionals
  if ((name !== 'apply' && name !== 'pull') || more.length > 0)
    throw new SettingError('Say settings apply or settings pull, followed by the file.')
  const isDryRun = values['dry-run'] ?? false
  if (isDryRun && name === 'pull') throw new SettingError('--dry-run belongs to settings apply.')
  return { name, named: file, path: resolve(root, file), isDryRun }
}

const contentOf = (path: string): string => {
  try {
    return utf8Text(readFileSync(path))
  } catch {
    throw new SettingError(`${path} can't be read.`)
  }
}

const apply = (ports: Ports, wanted: ReturnType<typeof readVendorFile>, isDryRun: boolean): Promise<void> =>
  applyVendorSettings(ports, wanted, { isDryRun }).then((lines) => {
    if (lines.length === 0) return console.log('Nothing to change.')
    for (const line of lines) console.log(line)
    console.log(isDryRun ? 'Dry run: nothing was changed.' : `Applied. Values that changed: ${lines.length}.`)
  })

/** Warns about sign-in methods that the settings enable but this server can't provide. */
const warnOfSms = async ({ store }: Ports, { sms }: Pick<ServeSettings, 'sms'>): Promise<void> => {
  const missing = sms ? undefined : smsMissing(await readSmsUses(store))
  if (missing) console.warn(missing)
}

const pull = async (ports: Ports, path: string): Promise<void> => {
  const { settings, unreferenced } = await readStored(ports)
  writeWholeFile(path, vendorFileText(settings))
  console.log(`Wrote ${path}.`)
  for (const place of unreferenced)
    console.warn(`${place}: no file set this secret. Set the variable that the file names before you apply it.`)
}

/**
 * `front-entry settings apply` replaces the vendor's settings with those of a file, `front-entry settings pull` writes
 * that file.
 *
 * @param root Base of relative paths.
 * @throws SettingError, VendorFileError, and errors of `openBackend`
 */
export const settings = async (args: readonly string[], env: Environment, root: string): Promise<void> => {
  const { name, named, path, isDryRun } = readCommand(args, root)
  if (name === 'pull') return withDatabase(env, root, (ports) => pull(ports, path))
  // The database is opened only for a file without faults.
  const wanted = readVendorFile(named, contentOf(path), env)
  const served = readServeSettings(env, root, { isSending: false })
  return withDatabase(env, root, async (ports) => {
    await apply(ports, wanted, isDryRun)
    if (!isDryRun) await warnOfSms(ports, served)
  })
}
