import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { type Attribute, coreAttributes, findTarget, type ResourceType, type Target } from './schema.ts'
import { scimRefusal } from './scim-error.ts'

/** The attributes of a response (RFC 7644 §3.9). */
export interface Projection {
  attributes: readonly Target[] | undefined
  excluded: readonly Target[]
}

const namesOf = (value: unknown): string[] => {
  const names: unknown = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(names)) return []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : []))
}

const targetsOf = (type: ResourceType, value: unknown): Target[] =>
  namesOf(value).flatMap((name) => findTarget(type, name) ?? [])

export const projectionOf = (
  type: ResourceType,
  given: { attributes?: unknown; excludedAttributes?: unknown },
): Projection => {
  const isNamed = namesOf(given.attributes).length > 0
  if (isNamed && namesOf(given.excludedAttributes).length > 0) {
    throw scimRefusal('invalidValue', 'attributes and excludedAttributes exclude each other')
  }
  return {
    attributes: isNamed ? targetsOf(type, given.attributes) : undefined,
    excluded: targetsOf(type, given.excludedAttributes),
  }
}

const isOf = (attribute: Attribute, extension: string | undefined) => (target: Target) =>
  target.extension === extension && (target.attribute === undefined || target.attribute.name === attribute.name)

/** Returns whether a response needs an attribute at all, so that other attributes aren't read. */
export const isShown = ({ attributes, excluded }: Projection, attribute: Attribute, extension?: string): boolean => {
  if (attribute.returned === 'always') return true
  if (attributes) return attributes.some(isOf(attribute, extension))
  return !excluded.some((target) => isOf(attribute, extension)(target) && target.sub === undefined)
}

const subNames = (targets: readonly Target[]): string[] | undefined => {
  const names = targets.flatMap(({ sub }) => sub?.name ?? [])
  return names.length < targets.length ? undefined : names
}

const mapParts = (value: unknown, keep: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapParts(each, keep))
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => keep(name))) : value
}

const projected = (projection: Projection, attribute: Attribute, value: unknown, extension?: string): unknown => {
  if (attribute.returned === 'always') return value
  const named = projection.attributes?.filter(isOf(attribute, extension)) ?? []
  const wanted = named.length ? subNames(named) : undefined
  if (wanted) return mapParts(value, (name) => wanted.includes(name))
  const unwanted = projection.excluded.filter(isOf(attribute, extension)).flatMap(({ sub }) => sub?.name ?? [])
  return unwanted.length ? mapParts(value, (name) => !unwanted.includes(name)) : value
}

const pick = (
  projection: Projection,
  known: readonly Attribute[],
  holder: ScimObject,
  extension?: string,
): ScimObject =>
  Object.fromEntries(
    known.flatMap((attribute) => {
      const value = holder[attribute.name]
      if (value === undefined || !isShown(projection, attribute, extension)) return []
      return [[attribute.name, projected(projection, attribute, value, extension)]]
    }),
  )

/** Returns a resource with only the attributes that the client requested. */
export const project = (type: ResourceType, resource: ScimObject, projection: Projection): ScimObject => {
  const result: Record<string, unknown> = { ...pick(projection, coreAttributes(type), resource) }
  for (const { id, attributes } of type.extensions) {
    const extension = resource[id]
    const shown = isObject(extension) ? pick(projection, attributes, extension, id) : {}
    if (Object.keys(shown).length) result[id] = shown
  }
  return result
}
