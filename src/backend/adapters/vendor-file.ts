import { readFileSync } from 'node:fs'
import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { VISIBLE } from '../../rules/names.ts'
import { pathText } from '../domain/vendor-settings/canonical.ts'
import type { VendorSettings } from '../domain/vendor-settings/kinds.ts'
import { type Path, referenceProblems, type SettingProblem } from '../domain/vendor-settings/references.ts'
import { secretReferences } from '../domain/vendor-settings/secrets.ts'
import { VENDOR_SCHEMA } from '../domain/vendor-settings/sections.ts'
import type { Secrets } from '../domain/vendor-settings/stored.ts'
import { lineAt, parseStrictly, repeatedKeys, withoutByteOrderMark } from './strict-json.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The file was refused; each line of the message names a key and its line. */
export class VendorFileError extends Error {
  override readonly name = 'VendorFileError'
}

interface Problem {
  offset: number
  path: Path
  message: string
}

type FileContent = VendorSettings & { $schema?: string }

let compiled: ValidateFunction<FileContent> | undefined

const validator = (): ValidateFunction<FileContent> => {
  compiled ??= new Ajv2020({ allErrors: true, strict: false, verbose: true, logger: false }).compile<FileContent>(
    VENDOR_SCHEMA,
  )
  return compiled
}

const decoded = (pointer: string): string => pointer.replaceAll('~1', '/').replaceAll('~0', '~')

const pathOf = (root: Node, instancePath: string): Path => {
  let node: Node | undefined = root
  return instancePath
    .split('/')
    .slice(1)
    .map((part) => {
      const key = node?.type === 'array' ? Number(part) : decoded(part)
      node = node && findNodeAtLocation(node, [key])
      return key
    })
}

const listed = (values: unknown): string =>
  Array.isArray(values) ? values.map((one) => JSON.stringify(one)).join(', ') : ''

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  null: 'null',
}

const typeText = (types: unknown): string =>
  (Array.isArray(types) ? types : [types]).map((type) => KINDS[String(type)] ?? String(type)).join(' or ')

const PATTERNS: readonly [start: string, message: string][] = [
  [VISIBLE.source, 'must not be empty'],
  ['^env:', 'a secret must be a reference like "env:NAME"; the value belongs in that environment variable'],
  ['^https?', 'must be a URL that starts with http:// or https://'],
  ['^[a-z]{3}', 'must be a currency of three small letters, such as "usd"'],
]

const MESSAGES: Readonly<Record<string, (error: ErrorObject) => string>> = {
  additionalProperties: ({ parentSchema }) =>
    `there is no such setting. The settings here are ${Object.keys(parentSchema?.properties ?? {}).join(', ')}`,
  required: () => 'is missing',
  type: ({ params }) => `must be ${typeText(params.type)}`,
  enum: ({ params }) => `must be one of ${listed(params.allowedValues)}`,
  minimum: ({ params }) => `must be ${params.limit} or more`,
  maximum: ({ params }) => `must be ${params.limit} or less`,
  pattern: ({ params }) => PATTERNS.find(([start]) => String(params.pattern).startsWith(start))?.[1] ?? 'is malformed',
}

const schemaProblem = (error: ErrorObject, root: Node): SettingProblem[] => {
  const message = MESSAGES[error.keyword]
  if (!message) return []
  const named: unknown = error.params.additionalProperty ?? error.params.missingProperty
  const path = pathOf(root, error.instancePath)
  return [{ path: typeof named === 'string' ? [...path, named] : path, message: message(error) }]
}

/** Returns the position of a path, or of its nearest part in the file. */
const offsetOf = (root: Node, path: Path): number => {
  const node = findNodeAtLocation(root, [...path])
  if (!node) return path.length === 0 ? root.offset : offsetOf(root, path.slice(0, -1))
  return node.parent?.type === 'property' ? node.parent.offset : node.offset
}

const secretIn = (env: Environment, variable: string): string | { problem: string } => {
  const file = env[`${variable}_FILE`]
  // A file of variables with Windows line endings leaves a carriage return in each value.
  const value = env[variable]?.trim()
  if (value && file) return { problem: `${variable} and ${variable}_FILE are both set; remove one of them` }
  if (value) return value
  if (!file) return { problem: `the environment variable ${variable} isn’t set, nor is ${variable}_FILE` }
  try {
    return readFileSync(file, 'utf8').trim() || { problem: `${variable}_FILE: ${file} is empty` }
  } catch {
    return { problem: `${variable}_FILE: ${file} can’t be read` }
  }
}

const readSecrets = (settings: VendorSettings, env: Environment) => {
  const secrets = new Map<string, string>()
  const problems: SettingProblem[] = []
  for (const { path, reference } of secretReferences(settings)) {
    const found = secretIn(env, reference.slice('env:'.length))
    if (typeof found === 'string') secrets.set(pathText(path), found)
    else problems.push({ path, message: found.problem })
  }
  return { secrets, problems }
}

const refuse = (name: string, text: string, problems: readonly Problem[]): VendorFileError => {
  const lines = [...problems]
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, path, message }) => `${name}:${lineAt(text, offset)}: ${pathText(path) || 'the file'}: ${message}.`)
  return new VendorFileError([...new Set(lines)].join('\n'))
}

export interface VendorFile {
  settings: VendorSettings
  secrets: Secrets
}

/**
 * Reads the settings of a file, with the secrets that it refers to.
 *
 * @param name of the file, for messages
 * @throws VendorFileError with a line for each problem
 */
export const readVendorFile = (name: string, content: string, env: Environment): VendorFile => {
  const text = withoutByteOrderMark(content)
  const { root, fault } = parseStrictly(text)
  if (!root) throw refuse(name, text, [fault])
  const repeated = repeatedKeys(root)
  if (repeated.length > 0) throw refuse(name, text, repeated)
  const placed = (problems: readonly SettingProblem[]): Problem[] =>
    problems.map((problem) => ({ ...problem, offset: offsetOf(root, problem.path) }))
  const value: unknown = JSON.parse(text)
  const validate = validator()
  if (!validate(value))
    throw refuse(name, text, placed((validate.errors ?? []).flatMap((error) => schemaProblem(error, root))))
  const { $schema: _, ...settings } = value
  const { secrets, problems } = readSecrets(settings, env)
  const dangling = [...referenceProblems(settings), ...problems]
  if (dangling.length > 0) throw refuse(name, text, placed(dangling))
  return { settings, secrets }
}
