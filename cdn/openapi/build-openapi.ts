import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuiltOpenApi } from './built-openapi.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The description depends on these folders only. */
const SOURCES = ['src/contract', 'src/entities', 'src/rules', 'cdn/openapi']

const sourceFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(folder, file))

const fingerprint = (): string => {
  const hash = createHash('sha256')
  for (const file of ['package.json', ...SOURCES.flatMap(sourceFiles)])
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 20)
}

const readCache = (file: string): BuiltOpenApi | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuiltOpenApi
  } catch {
    return undefined
  }
}

/** Writes a temporary file and renames it, so that another process never reads a partial file. */
const writeCache = (file: string, built: BuiltOpenApi) => {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(built))
  renameSync(draft, file)
}

/**
 * Returns the OpenAPI 3.1 description of every call, and the schemas with which the backend validates, generated from
 * the types of `src/contract` and `src/entities`. The result is cached in `.cache/` until one of them changes.
 *
 * @example const { openapi } = await buildOpenApi(); writeFileSync('openapi.json', JSON.stringify(openapi))
 */
export const buildOpenApi = async (cacheFolder = join(ROOT, '.cache/openapi')): Promise<BuiltOpenApi> => {
  const file = join(cacheFolder, `${fingerprint()}.json`)
  const cached = readCache(file)
  if (cached) return cached
  const { describeContract } = await import('./describe.ts')
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const built = describeContract(join(ROOT, 'src/contract'), version)
  writeCache(file, built)
  return built
}
