import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { isUnassigned } from './normalize.ts'
import { applyPatch } from './patch/apply-patch.ts'
import { readPatchPath } from './patch/patch-path.ts'
import { findTarget, type ResourceType, sameName, withStandardSchema } from './schema.ts'
import { ScimRefusal } from './scim-error.ts'

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
export const withPathsInPlace = (type: ResourceType, body: ScimObject): ScimObject => {
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
export const withFilteredValues = (type: ResourceType, resource: ScimObject, body: ScimObject): ScimObject => {
  const named = valuesOf(type, body).filter(([name]) => isFilter(name) && isPath(type, name))
  if (named.length === 0) return resource
  const value = Object.fromEntries(named)
  if (resource.active !== false) return applyPatch(type, resource, [{ kind: 'add', path: undefined, value }])
  // A deactivation in the same operation is done without the values that are refused.
  const operation = { kind: 'add', path: undefined, value: { ...value, active: false } } as const
  return applyPatch(type, { ...resource, active: true }, [operation])
}
