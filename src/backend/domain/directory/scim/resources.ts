import { notFound } from '../../../call/refusal.ts'
import type { ScimResponse } from '../../../ports/scim.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryGroupRecord, DirectoryUserRecord } from '../../../store/records.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { createGroup, memberIdsOf, removeGroup, saveGroup } from './groups.ts'
import { GROUPS, type Kind, type Operation, type Row, resourcesOf, USERS, versionOf } from './kinds.ts'
import { listResources } from './list.ts'
import { readListQuery, withStandardNames } from './list-query.ts'
import { assertSchema, isUnassigned, normalizeResource, typedValue, withVisibleName } from './normalize.ts'
import { applyPatch, type PatchOperation, readPatch } from './patch/apply-patch.ts'
import { readPatchPath } from './patch/patch-path.ts'
import { isSame } from './patch/patch-values.ts'
import { isShown, type Projection, project, projectionOf } from './project.ts'
import { coreAttributes, findTarget, GROUP, type ResourceType, sameName, withStandardSchema } from './schema.ts'
import { ScimRefusal } from './scim-error.ts'
import { createUser, removeUser, saveUser } from './users.ts'

const isFilter = (name: string): boolean => name.includes('[')

/** Sets the value at a path and creates missing objects on the way; a list of several values stays unchanged. */
const placed = (holder: ScimObject, [name = '', ...inner]: readonly string[], value: unknown): ScimObject => {
  const key = Object.keys(holder).find((each) => sameName(each, name)) ?? name
  if (inner.length === 0) return { ...holder, [key]: value }
  const held = holder[key]
  const part = Array.isArray(held) && held.length === 1 ? held[0] : held
  if (!isUnassigned(part) && !isObject(part)) return holder
  return { ...holder, [key]: placed(isObject(part) ? part : {}, inner, value) }
}

const placeOf = (type: ResourceType, name: string): string[] | undefined => {
  const target = /[.:]/.test(name) && !isFilter(name) ? findTarget(type, name) : undefined
  if (!target?.attribute) return undefined
  const { extension, attribute, sub } = target
  return [...(extension === undefined ? [] : [extension]), attribute.name, ...(sub ? [sub.name] : [])]
}

/**
 * Returns the names and values in a body. Some directories put the core attributes into an object named after the core
 * schema, like those of extensions. Names within extensions may also be paths.
 */
const valuesOf = (type: ResourceType, body: ScimObject): [name: string, value: unknown][] =>
  Object.entries(body).flatMap(([given, value]): [string, unknown][] => {
    const name = withStandardSchema(type, given)
    if (!isObject(value)) return [[name, value]]
    if (sameName(name, type.core.id)) return Object.entries(value)
    const extension = type.extensions.find(({ id }) => sameName(id, name))
    const paths = extension ? Object.entries(value).filter(([part]) => part.includes('.')) : []
    return [[name, value], ...paths.map(([part, each]): [string, unknown] => [`${extension?.id}:${part}`, each])]
  })

/**
 * Returns a whole resource with each value in its place if its name is a path, such as `name.givenName`. Scripts and
 * some directories send such names in POST and PUT as in PATCH (RFC 7644 §3.10).
 */
const withPathsInPlace = (type: ResourceType, body: ScimObject): ScimObject => {
  const places = valuesOf(type, body).map(([name, value]) => ({ name, value, place: placeOf(type, name) }))
  const whole = Object.fromEntries(places.filter(({ place }) => !place).map(({ name, value }) => [name, value]))
  return places.reduce((resource, { place, value }) => (place ? placed(resource, place, value) : resource), whole)
}

/** Returns whether a name with a filter is a path; a whole resource may have any other name, which is ignored. */
const isPath = (type: ResourceType, name: string): boolean => {
  try {
    return readPatchPath(type, name) !== undefined
  } catch (error) {
    if (error instanceof ScimRefusal && error.scimType === 'invalidPath') return false
    throw error
  }
}

/** Returns a resource with those values of a body whose names have a filter, such as `emails[type eq "work"].value`. */
const withFilteredValues = (type: ResourceType, resource: ScimObject, body: ScimObject): ScimObject => {
  const named = valuesOf(type, body).filter(([name]) => isFilter(name) && isPath(type, name))
  if (named.length === 0) return resource
  const value = Object.fromEntries(named)
  if (resource.active !== false) return applyPatch(type, resource, [{ kind: 'add', path: undefined, value }])
  // A deactivation in the same operation is done without the values that are refused.
  const operation = { kind: 'add', path: undefined, value: { ...value, active: false } } as const
  return applyPatch(type, { ...resource, active: true }, [operation])
}

const MEMBERS = coreAttributes(GROUP).find(({ name }) => name === 'members')

/** Returns the ids in the value of an operation. They are read in the same forms as when it is applied. */
const idsIn = (value: unknown): string[] =>
  [MEMBERS && typedValue(MEMBERS, value)].flat().flatMap((each) => {
    const id = isObject(each) ? each.value : undefined
    return typeof id === 'string' ? [id] : []
  })

/** Returns the `members` in an operation without a path. */
const withoutPath = ({ kind, value }: PatchOperation): string[] | undefined => {
  const members = isObject(value)
    ? Object.entries(value).filter(([name]) => sameName(name.split(/[.[]/)[0] ?? '', 'members'))
    : []
  if (members.length === 0) return []
  return kind === 'add' && members.every(([name]) => sameName(name, 'members'))
    ? members.flatMap(([, part]) => idsIn(part))
    : undefined
}

const mentioned = (operation: PatchOperation): string[] | undefined => {
  const { kind, path, value } = operation
  if (path === undefined) return withoutPath(operation)
  const target = readPatchPath(GROUP, path)
  if (!target || !('attribute' in target) || target.attribute.name !== 'members') return []
  const { filter, sub } = target
  const isById = filter?.kind === 'compare' && filter.operator === 'eq' && filter.leaf.name === 'value'
  if (isById && !sub) return idsIn(filter.value)
  if (filter || sub) return undefined
  if (kind === 'add') return idsIn(value)
  return kind === 'remove' && value !== undefined && value !== null ? idsIn(value) : undefined
}

/** Returns the members that a PATCH of a group concerns, or `undefined` if it concerns all of them. */
const mentionedMembers = (operations: readonly PatchOperation[]): string[] | undefined => {
  const found = operations.map(mentioned)
  return found.includes(undefined) ? undefined : [...new Set(found.flatMap((ids) => ids ?? []))]
}

/** The maximum number of tries if other requests change the same resource. */
const MAX_TRIES = 5

export const kindOf = (name: string | undefined): Kind | undefined =>
  [USERS, GROUPS].find(({ type }) => type.endpoint.toLowerCase() === name?.toLowerCase())

const rowOf = async (call: DirectoryCall, kind: Kind, id: string): Promise<Row> => {
  const row = await kind.rows(call).find({ id, connectionId: call.connection.id })
  if (!row) throw notFound(`This ${kind.type.name.toLowerCase()} doesn’t exist`)
  return row
}

const shown = async (call: DirectoryCall, { kind, row }: { kind: Kind; row: Row }, projection: Projection) => {
  const relation = kind.type.core.attributes.find(({ name }) => name === kind.relation)
  const withRelation = relation !== undefined && isShown(projection, relation)
  const [resource = {}] = await resourcesOf(call, { kind, rows: [row], withRelation })
  return { resource, body: project(kind.type, resource, projection) }
}

const respondWith = async (
  { call, query }: Operation,
  { kind, row }: { kind: Kind; row: Row },
  status: number,
): Promise<ScimResponse> => {
  const { resource, body } = await shown(call, { kind, row }, projectionOf(kind.type, query))
  const { location } = resource.meta as { location: string }
  return { status, body, headers: { ETag: versionOf(row), Location: location } }
}

const listed = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * Returns whether a header lists the row's version. Versions are compared weakly, because the JSON may differ in the
 * order of its parts (RFC 9110 §8.8.3.2).
 */
const isNamed = (header: string, row: Row): boolean =>
  header.trim() === '*' || listed(header).includes(versionOf(row).replace(/^W\//, ''))

const assertVersion = ({ ifMatch }: Operation, row: Row): void => {
  if (ifMatch !== undefined && !isNamed(ifMatch, row)) {
    throw new ScimRefusal(412, 'The resource has changed since this version')
  }
}

const get = async (operation: Operation, kind: Kind, id: string): Promise<ScimResponse> => {
  const row = await rowOf(operation.call, kind, id)
  const { ifNoneMatch } = operation
  if (ifNoneMatch !== undefined && isNamed(ifNoneMatch, row)) return { status: 304, headers: { ETag: versionOf(row) } }
  return respondWith(operation, { kind, row }, 200)
}

/** Reads the body of POST and PUT; its names may be paths, as in PATCH. */
const readWhole = ({ body }: Operation, { type }: Kind, stored?: ScimObject): ScimObject => {
  const read = normalizeResource(type, withPathsInPlace(type, body), stored)
  return withVisibleName(type, withFilteredValues(type, read, body), stored)
}

const create = async (operation: Operation, kind: Kind): Promise<ScimResponse> => {
  const { call } = operation
  const resource = readWhole(operation, kind)
  // The projection is checked before anything is written.
  projectionOf(kind.type, operation.query)
  const row = kind === USERS ? await createUser(call, resource) : await createGroup(call, resource)
  return respondWith(operation, { kind, row }, 201)
}

/** Returns the stored resource with those members that matter to a change. */
const withMembers = async (call: DirectoryCall, row: Row, wanted: readonly string[] | undefined) => {
  const before = await memberIdsOf(call, row.id, wanted)
  const members = before.map((value) => ({ value, type: 'User' }))
  return { before, resource: { ...jsonOf(row.resource), ...(members.length && { members }) } }
}

const idsOf = ({ members }: ScimObject): string[] =>
  (Array.isArray(members) ? members : []).map((member: ScimObject) => String(member.value)).sort()

const withoutMembers = ({ members: _members, ...rest }: ScimObject): ScimObject => rest

type Change = (resource: ScimObject) => ScimObject

/** Returns the changed row, the same row if nothing changes, or `undefined` if another request was faster. */
const changeGroup = async (
  call: DirectoryCall,
  row: DirectoryGroupRecord,
  change: Change,
  wanted?: readonly string[],
) => {
  const { before, resource } = await withMembers(call, row, wanted)
  const after = change(resource)
  const isUnchanged =
    isSame(withoutMembers(after), withoutMembers(resource)) && isSame(idsOf(after), [...before].sort())
  return isUnchanged ? row : saveGroup(call, row, { resource: after, before })
}

const changeUser = async (call: DirectoryCall, row: DirectoryUserRecord, change: Change) => {
  const resource = jsonOf(row.resource)
  const after = change(resource)
  return isSame({ active: true, ...after }, resource) ? row : saveUser(call, row, after)
}

const apply = async (
  operation: Operation,
  kind: Kind,
  id: string,
  change: { to: Change; about?: readonly string[] | undefined },
): Promise<Row> => {
  const { call } = operation
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await rowOf(call, kind, id)
    assertVersion(operation, row)
    const saved =
      kind === USERS
        ? await changeUser(call, row as DirectoryUserRecord, change.to)
        : await changeGroup(call, row as DirectoryGroupRecord, change.to, change.about)
    if (saved) return saved
  }
  throw new ScimRefusal(503, 'The resource is changed by other requests. Try again')
}

const replace = async (operation: Operation, kind: Kind, id: string): Promise<ScimResponse> => {
  const row = await apply(operation, kind, id, { to: (stored) => readWhole(operation, kind, stored) })
  return respondWith(operation, { kind, row }, 200)
}

const modify = async (operation: Operation, kind: Kind, id: string): Promise<ScimResponse> => {
  const operations = readPatch(operation.body)
  const about = kind === GROUPS ? mentionedMembers(operations) : undefined
  const to: Change = (stored) => withVisibleName(kind.type, applyPatch(kind.type, stored, operations), stored)
  const row = await apply(operation, kind, id, { to, about })
  // Without `attributes`, a server may omit the body (RFC 7644 §3.5.2), which saves reading large groups.
  const isBrief = kind === GROUPS && operation.query.attributes === undefined
  return isBrief ? { status: 204, headers: { ETag: versionOf(row) } } : respondWith(operation, { kind, row }, 200)
}

const remove = async (operation: Operation, kind: Kind, id: string): Promise<ScimResponse> => {
  const { call } = operation
  const row = await rowOf(call, kind, id)
  assertVersion(operation, row)
  if (kind === USERS) await removeUser(call, row as DirectoryUserRecord)
  else await removeGroup(call, row as DirectoryGroupRecord)
  return { status: 204 }
}

const BY_METHOD: Readonly<Record<string, (operation: Operation, kind: Kind, id: string) => Promise<ScimResponse>>> = {
  GET: get,
  PUT: replace,
  PATCH: modify,
  DELETE: remove,
}

const list = async ({ call, query }: Operation, kind: Kind): Promise<ScimResponse> => ({
  status: 200,
  body: await listResources({ call, kind, query: readListQuery(kind.type, query) }),
})

const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** Runs a search by POST (RFC 7644 §3.4.3). */
const search = (operation: Operation, kind: Kind): Promise<ScimResponse> => {
  assertSchema(operation.body, SEARCH_SCHEMA)
  return list({ ...operation, query: withStandardNames(operation.body) }, kind)
}

export const notServed = (): never => {
  throw notFound('There is nothing at this path')
}

/** Refuses a method, and names the supported methods in the response (RFC 9110 §15.5.6). */
export const notAllowed = (...methods: readonly string[]): never => {
  throw new ScimRefusal(405, 'This method isn’t supported here', undefined, { Allow: methods.join(', ') })
}

/** Runs one operation on users or groups. */
export const runOperation = async (operation: Operation): Promise<ScimResponse> => {
  const { method, segments } = operation
  const [name, id, ...more] = segments
  const kind = kindOf(name) ?? notServed()
  if (more.length) return notServed()
  if (id === '.search') return method === 'POST' ? search(operation, kind) : notAllowed('POST')
  if (id !== undefined) {
    const run = BY_METHOD[method] ?? notAllowed(...Object.keys(BY_METHOD))
    return run(operation, kind, id)
  }
  if (method === 'GET') return list(operation, kind)
  return method === 'POST' ? create(operation, kind) : notAllowed('GET', 'POST')
}
