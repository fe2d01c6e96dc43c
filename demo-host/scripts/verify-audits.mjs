// `npm run verify-audits -- audits.jsonl [--keys jwks.json or its URL]`: verifies an exported audit log offline.
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { register } from 'tsx/esm/api'

const end = (message) => {
  console.error(message)
  process.exit(2)
}

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: 'string' } } })
    return { file: positionals[0], keys: values.keys }
  } catch (error) {
    return end(error.message)
  }
}

const { file, keys } = readArguments()
if (!file) end('Name the exported file: npm run verify-audits -- audits.jsonl')
if (!existsSync(file)) end(`There is no file ${file}.`)

const readKeys = async () => {
  if (!keys) return undefined
  const text = /^https?:/.test(keys) ? await (await fetch(keys)).text() : await readFile(keys, 'utf8')
  return JSON.parse(text)
}

register()
const { verifyAuditFile } = await import('../../src/backend/domain/audit/verify-file.ts')
const trusted = await readKeys().catch((error) => end(`The keys couldn't be read: ${error.message}`))
const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
const { rows, faults, notes } = await verifyAuditFile(lines, trusted ? { keys: trusted } : {}).catch((error) =>
  end(`The file couldn't be read: ${error.message}`),
)
console.log(`${rows} rows`)
for (const note of notes) console.log(`Note: ${note}`)
for (const fault of faults) console.log(fault)
if (faults.length === 0) console.log('Every row that can be verified is exactly as it was written.')
process.exitCode = faults.length === 0 ? 0 : 1
