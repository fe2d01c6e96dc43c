import type { ScimObject } from '../../provisioning/directory-facts.ts'
import { assertComplete, isBlank, isCleared, isObject, isUnassigned } from '../normalize.ts'
import {
  type Attribute,
  coreAttributes,
  findTarget,
  type ResourceType,
  sameName,
  withStandardSchema,
} from '../schema.ts'
import { scimRefusal } from '../scim-error.ts'
import { type PatchTarget, readPatchPath } from './patch-path.ts'
import { changedValue, removedValue } from './patch-values.ts'

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const KINDS = ['add', 'replace', 'remove'] as const
const MAX_OPERATIONS = 1_000
/**
 * The maximum number of values that the operations of one request may read, because more would delay other requests.
 */
const MAX_WALKED = 200_000

export interface PatchOperation {
  kind: (typeof KINDS)[number]
  path: string | undefined
  value: unknown
}

const wrong = (detail: string) => scimRefusal('invalidSyntax', detail)

const field = (body: ScimObject, name: string): unknown =>
  Object.entries(body).find(([key]) => sameName(key, name))?.[1]

/** Returns the value of `members` in `{ members: [] }` with the path `members`, as some clients write it. */
const unwrapped = (path: string | undefined | null, value: unknown): unknown => {
  const [only, ...more] = isObject(value) ? Object.entries(value) : []
  return only && more.length === 0 && path && sameName(only[0], path) ? only[1] : value
}

const operationOf = (given: unknown): PatchOperation => {
  if (!isObject(given)) throw wrong('Each operation must be an object')
  const op = field(given, 'op')
  const kind = KINDS.find((name) => typeof op === 'string' && name === op.toLowerCase())
  if (!kind) throw wrong('op must be add, replace or remove')
  const path = field(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw scimRefusal('invalidPath', 'path must be a text')
  const value = unwrapped(path, field(given, 'value'))
  if (kind !== 'remove' && value === undefined) throw scimRefusal('invalidValue', `An operation ${kind} needs a value`)
  return { kind, path: path || undefined, value }
}

/** Reads the operations of a PATCH request (RFC 7644 §3.5.2). Some directories capitalize their names. */
export const readPatch = (body: ScimObject): PatchOperation[] => {
  const schemas = field(body, 'schemas')
  const isPatch = [schemas].flat().some((name) => typeof name === 'string' && sameName(name, PATCH_SCHEMA))
  if (!isPatch) throw wrong(`schemas must name ${PATCH_SCHEMA}`)
  const operations = field(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0) throw wrong('Operations must be a list of operations')
  if (operations.length > MAX_OPERATIONS) throw wrong(`Operations can have at most ${MAX_OPERATIONS} entries`)
  return operations.map(operationOf)
}

const readOnlyIn = ({ attribute, sub }: PatchTarget): Attribute | undefined =>
  [attribute, sub].find((one) => one?.mutability === 'readOnly')

const assertWritable = (target: PatchTarget): void => {
  const readOnly = readOnlyIn(target)
  if (readOnly) throw scimRefusal('mutability', `${readOnly.name} can’t be changed`)
}

const isEmpty = (value: unknown): boolean => isCleared(value) || isBlank(value)

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy).filter((each) => !isEmpty(each))
  // An object that is already tidy is not copied, so that its cached key is found again.
  if (!isObject(value) || !Object.values(value).some(isUnassigned)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => !isUnassigned(part)))
}

const withValue = (holder: ScimObject, name: string, value: unknown): ScimObject => {
  const { [name]: _old, ...rest } = holder
  const tidied = tidy(value)
  return isEmpty(tidied) ? rest : { ...holder, [name]: tidied }
}

const change = (
  resource: ScimObject,
  target: PatchTarget,
  { operation: { kind, value }, isAlone }: Pick<Step, 'operation' | 'isAlone'>,
): ScimObject => {
  assertWritable(target)
  const { extension, attribute } = target
  const part = extension === undefined ? resource : resource[extension]
  const holder = isObject(part) ? part : {}
  const before = holder[attribute.name]
  const mode = kind === 'replace' && !isAlone ? 'replaceOrAdd' : kind
  const after = mode === 'remove' ? removedValue(target, before, value) : changedValue(target, before, value, mode)
  const changed = withValue(holder, attribute.name, after)
  return extension === undefined ? changed : withValue(resource, extension, changed)
}

/** Attributes that directories send back when they repeat a whole resource. */
const IGNORED = ['schemas', 'id', 'meta', 'groups']

const isIgnored = (target: PatchTarget) => IGNORED.includes(target.attribute.name) || readOnlyIn(target) !== undefined

interface Step {
  type: ResourceType
  operation: PatchOperation
  /**
   * Whether this is the only operation of the request. One of several is ignored if its attribute is read-only, as in
   * POST and PUT, because the others may deactivate the user.
   */
  isAlone: boolean
  /** Counts the values that a change reads. */
  walk(resource: ScimObject): void
}

const listedIn = (resource: ScimObject): number =>
  Object.values(resource).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)

const createWalk = (): Step['walk'] => {
  let walked = 0
  return (resource) => {
    walked += listedIn(resource)
    if (walked > MAX_WALKED) throw wrong('These operations are too many for a resource with so many values')
  }
}

/** Returns whether a value contains core attributes under the name of their schema, as for extensions. */
const isCore = (type: ResourceType, name: string, value: unknown): boolean =>
  sameName(withStandardSchema(type, name), type.core.id) && isObject(value)

/** Applies an operation without a path. Its value is an object whose names are paths themselves. */
const changeAll = (resource: ScimObject, given: Step, extension?: string): ScimObject => {
  const { type, operation, walk } = given
  const { value: sent } = operation
  const value = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  if (!isObject(value)) throw scimRefusal('invalidValue', 'The value must be an object')
  let current = resource
  for (const [name, part] of Object.entries(value)) {
    if (isCore(type, name, part)) {
      current = changeAll(current, { ...given, operation: { ...operation, value: part } })
      continue
    }
    const path = extension === undefined ? name : `${extension}:${name}`
    // Attributes that the server doesn't know are ignored (RFC 7644 §3.3), and so are names that are not paths.
    const target = path.includes('[') || findTarget(type, path) ? readPatchPath(type, path) : undefined
    if (!target) continue
    walk(current)
    if (!('attribute' in target))
      current = changeAll(current, { ...given, operation: { ...operation, value: part } }, target.extension)
    else if (!isIgnored(target))
      current = change(current, target, { ...given, operation: { ...operation, value: part } })
  }
  return current
}

const step = (resource: ScimObject, given: Step): ScimObject => {
  const { type, operation } = given
  const { kind, path } = operation
  if (path === undefined) {
    if (kind === 'remove') throw scimRefusal('noTarget', 'An operation remove needs a path')
    return changeAll(resource, given)
  }
  const target = readPatchPath(type, path)
  if (!target) return resource
  given.walk(resource)
  if ('attribute' in target) return isIgnored(target) && !given.isAlone ? resource : change(resource, target, given)
  if (kind === 'add' && isCleared(operation.value)) return resource
  if (kind !== 'remove' && !isCleared(operation.value)) return changeAll(resource, given, target.extension)
  return withValue(resource, target.extension, undefined)
}

const assertNothingLost = (type: ResourceType, resource: ScimObject): void => {
  const required = coreAttributes(type).filter((attribute) => attribute.required)
  const lost = required.find(({ name }) => isUnassigned(resource[name]))
  if (lost) throw scimRefusal('mutability', `${lost.name} can’t be removed`)
  assertComplete(type, resource)
}

/** Returns a resource after all operations of a PATCH. If one is refused, it throws and none is applied. */
export const applyPatch = (
  type: ResourceType,
  resource: ScimObject,
  operations: readonly PatchOperation[],
): ScimObject => {
  const walk = createWalk()
  const isAlone = operations.length === 1
  const after = operations.reduce((current, operation) => step(current, { type, operation, isAlone, walk }), resource)
  assertNothingLost(type, after)
  return after
}
