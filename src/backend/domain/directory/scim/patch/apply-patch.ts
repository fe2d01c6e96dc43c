import { isObject, type ScimObject } from '../../provisioning/directory-facts.ts'
import { fromJsonText } from '../leniency.ts'
import { assertComplete, assertSchema, isBlank, isCleared, isUnassigned, memberNamed } from '../normalize.ts'
import {
  type Attribute,
  coreAttributes,
  findTarget,
  type ResourceType,
  sameName,
  withStandardSchema,
} from '../schema.ts'
import { isRefusedValue, scimRefusal } from '../scim-error.ts'
import { oldDescriptions, withoutOldDescriptions } from './old-descriptions.ts'
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

const tooMany = () => wrong(`Operations can have at most ${MAX_OPERATIONS} entries`)

/** Returns the value of `members` in `{ members: [] }` with the path `members`, as some clients write it. */
const unwrapped = (path: string | undefined | null, value: unknown): unknown => {
  const whole = fromJsonText(value)
  const [only, ...more] = isObject(whole) ? Object.entries(whole) : []
  return only && more.length === 0 && path && sameName(only[0], path) ? only[1] : value
}

const isPathAndValue = (part: unknown): boolean => isObject(part) && typeof memberNamed(part, 'path') === 'string'

/**
 * Returns the operations of one without a path, whose value is in most directories an object. Some list several objects,
 * or objects with a path and a value, which are operations themselves.
 */
const unlisted = (kind: PatchOperation['kind'], given: unknown): PatchOperation[] => {
  const value = fromJsonText(given)
  const parts = [value].flat()
  if (!parts.some(isPathAndValue) && (parts.length < 2 || !parts.every(isObject)))
    return [{ kind, path: undefined, value }]
  return parts.flatMap((part) =>
    isPathAndValue(part) ? operationsOf({ ...(part as ScimObject), op: kind }) : unlisted(kind, part),
  )
}

const operationsOf = (given: unknown): PatchOperation[] => {
  if (!isObject(given)) throw wrong('Each operation must be an object')
  const op = memberNamed(given, 'op')
  const kind = KINDS.find((name) => typeof op === 'string' && name === op.trim().toLowerCase())
  if (!kind) throw wrong('op must be add, replace or remove')
  const path = memberNamed(given, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw scimRefusal('invalidPath', 'path must be a string')
  const value = unwrapped(path, memberNamed(given, 'value'))
  return path?.trim() ? [{ kind, path, value }] : unlisted(kind, value)
}

/** Reads the operations of a PATCH request (RFC 7644 §3.5.2). Some directories capitalize their names. */
export const readPatch = (body: ScimObject): PatchOperation[] => {
  assertSchema(body, PATCH_SCHEMA)
  const given = memberNamed(body, 'Operations')
  // Clients without a change to send write an empty list, and some write a single operation without the list.
  const operations = isObject(given) ? [given] : given
  if (!Array.isArray(operations)) throw wrong('Operations must be a list of operations')
  if (operations.length > MAX_OPERATIONS) throw tooMany()
  const read = operations.flatMap(operationsOf)
  if (read.length > MAX_OPERATIONS) throw tooMany()
  return read
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

const holderIn = (resource: ScimObject, extension: string | undefined): ScimObject => {
  const part = extension === undefined ? resource : resource[extension]
  return isObject(part) ? part : {}
}

const change = (
  resource: ScimObject,
  target: PatchTarget,
  { operation: { kind, value }, isAlone, before }: Pick<Step, 'operation' | 'isAlone' | 'before'>,
): ScimObject => {
  assertWritable(target)
  const { extension, attribute } = target
  const holder = holderIn(resource, extension)
  const old = holder[attribute.name]
  const mode = kind === 'replace' && !isAlone ? 'replaceOrAdd' : kind
  const changedTo = (kept: Exclude<typeof mode, 'remove'>): unknown => {
    const isOld = oldDescriptions(target, holderIn(before, extension)[attribute.name])
    return withoutOldDescriptions(
      target,
      { old, after: changedValue(target, old, value, { mode: kept, isOld }) },
      isOld,
    )
  }
  const after = mode === 'remove' ? removedValue(target, old, value) : changedTo(mode)
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
  /** The resource before the request's first operation. */
  before: ScimObject
  /** Whether changes that are refused are left out. */
  skipsRefused: boolean
  /** Counts the values that a change reads. */
  walk(resource: ScimObject): void
}

const assertNothingLost = (type: ResourceType, resource: ScimObject): void => {
  const required = coreAttributes(type).filter((attribute) => attribute.required)
  const lost = required.find(({ name }) => isUnassigned(resource[name]))
  if (lost) throw scimRefusal('mutability', `${lost.name} can’t be removed`)
  assertComplete(type, resource)
}

/** Returns the changed resource, or the same one if the change is refused and may be left out. */
const attempt = (resource: ScimObject, given: Step, change: () => ScimObject): ScimObject => {
  if (!given.skipsRefused) return change()
  try {
    const changed = change()
    assertNothingLost(given.type, changed)
    return changed
  } catch (error) {
    if (isRefusedValue(error)) return resource
    throw error
  }
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

/** Applies one attribute of an operation without a path. */
const changeNamed = (resource: ScimObject, given: Step, [name, value]: [path: string, value: unknown]): ScimObject => {
  const { type, walk } = given
  const inner = { ...given, operation: { ...given.operation, value } }
  // Attributes that the server doesn't know are ignored (RFC 7644 §3.3), and so are names that are not paths.
  const target = name.includes('[') || findTarget(type, name) ? readPatchPath(type, name) : undefined
  if (!target) return resource
  walk(resource)
  if (!('attribute' in target)) return changeAll(resource, inner, target.extension)
  return isIgnored(target) ? resource : change(resource, target, inner)
}

/** Applies an operation without a path. Its value is an object whose names are paths themselves. */
const changeAll = (resource: ScimObject, given: Step, extension?: string): ScimObject => {
  const { type, operation } = given
  const sent = fromJsonText(operation.value)
  const value = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent
  if (!isObject(value)) throw scimRefusal('invalidValue', 'The value must be an object')
  return Object.entries(value).reduce((current, [name, part]) => {
    if (isCore(type, name, part)) return changeAll(current, { ...given, operation: { ...operation, value: part } })
    const path = extension === undefined ? name : `${extension}:${name}`
    return attempt(current, given, () => changeNamed(current, given, [path, part]))
  }, resource)
}

const step = (resource: ScimObject, given: Step): ScimObject => {
  const { type, operation } = given
  const { kind, path, value } = operation
  if (kind !== 'remove' && value === undefined) throw scimRefusal('invalidValue', `An operation ${kind} needs a value`)
  if (path === undefined) {
    if (kind === 'remove') throw scimRefusal('noTarget', 'An operation remove needs a path')
    return changeAll(resource, given)
  }
  const target = readPatchPath(type, path)
  if (!target) return resource
  given.walk(resource)
  if ('attribute' in target) return isIgnored(target) && !given.isAlone ? resource : change(resource, target, given)
  if (kind === 'add' && isCleared(value)) return resource
  if (kind !== 'remove' && !isCleared(value)) return changeAll(resource, given, target.extension)
  return withValue(resource, target.extension, undefined)
}

/**
 * Returns a resource after all operations of a PATCH. If one is refused, it throws and none is applied, unless the others
 * deactivate a user: an invalid title must not keep someone signed in who has left.
 */
export const applyPatch = (
  type: ResourceType,
  resource: ScimObject,
  operations: readonly PatchOperation[],
): ScimObject => {
  const isAlone = operations.length === 1
  const applied = (skipsRefused: boolean): ScimObject => {
    const walk = createWalk()
    return operations.reduce((current, operation) => {
      const given = { type, operation, isAlone, before: resource, skipsRefused, walk }
      return attempt(current, given, () => step(current, given))
    }, resource)
  }
  try {
    const after = applied(false)
    assertNothingLost(type, after)
    return after
  } catch (error) {
    const after = isRefusedValue(error) ? applied(true) : undefined
    if (after?.active !== false || resource.active === false) throw error
    return after
  }
}
