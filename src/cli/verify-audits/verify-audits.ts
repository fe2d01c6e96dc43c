import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { verifyAuditFile } from '../../backend/domain/audit/verify-file.ts'
import { SettingError } from '../../serve/setting-values.ts'
import type { Place } from '../place.ts'
import { readArguments } from '../read-arguments.ts'

const FAULTY = 1
const NOT_VERIFIED = 2

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readCommand = (args: readonly string[], { root, call }: Place) => {
  const { values, positionals } = readArguments({
    args: [...args],
    options: { keys: { type: 'string' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file) throw new SettingError(`Name the exported file: ${call('verify-audits audits.jsonl')}`)
  const path = resolve(root, file)
  if (!existsSync(path)) throw new SettingError(`There is no file ${path}.`)
  return { path, keys: values.keys }
}

const readKeys = async (keys: string, root: string) => {
  try {
    return JSON.parse(
      /^https?:/.test(keys) ? await (await fetch(keys)).text() : await readFile(resolve(root, keys), 'utf8'),
    )
  } catch (error) {
    throw new SettingError(`The keys couldn't be read: ${textOf(error)}`)
  }
}

const verify = async (args: readonly string[], place: Place): Promise<readonly string[]> => {
  const { path, keys } = readCommand(args, place)
  const trusted = keys ? { keys: await readKeys(keys, place.root) } : {}
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  const { rows, faults, notes } = await verifyAuditFile(lines, trusted)
  console.log(`${rows} rows`)
  for (const note of notes) console.log(`Note: ${note}`)
  return faults
}

/**
 * `front-entry verify-audits`: verifies an exported audit log offline and prints its faults. The process exits with 1
 * when the file has a fault, and with 2 when it could not be verified.
 */
export const verifyAudits = async (args: readonly string[], place: Place): Promise<void> => {
  try {
    const faults = await verify(args, place)
    for (const fault of faults) console.log(fault)
    if (faults.length === 0) console.log('Every row that can be verified is exactly as it was written.')
    else process.exitCode = FAULTY
  } catch (error) {
    console.error(error instanceof SettingError ? error.message : `The file couldn't be read: ${textOf(error)}`)
    process.exitCode = NOT_VERIFIED
  }
}
