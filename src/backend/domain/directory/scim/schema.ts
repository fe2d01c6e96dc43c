import SCIMMY from 'scimmy'

export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** An attribute as RFC 7643 §7 describes it. */
export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'decimal' | 'integer' | 'dateTime' | 'reference' | 'binary' | 'complex'
  multiValued: boolean
  required?: boolean
  caseExact?: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly'
  returned: 'always' | 'never' | 'default' | 'request'
  subAttributes?: Attribute[]
}

export interface Schema {
  id: string
  name: string
  description: string
  attributes: Attribute[]
}

export interface ResourceType {
  name: 'User' | 'Group'
  endpoint: 'Users' | 'Groups'
  core: Schema
  extensions: readonly Schema[]
}

const plain = (name: string, facts: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  caseExact: true,
  mutability: 'readOnly',
  returned: 'default',
  ...facts,
})

/** Attributes that are part of every resource but of no schema (RFC 7643 §3.1). */
const COMMON: readonly Attribute[] = [
  plain('schemas', { multiValued: true, mutability: 'readWrite', returned: 'always' }),
  plain('id', { returned: 'always' }),
  plain('externalId', { mutability: 'readWrite' }),
  plain('meta', {
    type: 'complex',
    subAttributes: [
      plain('resourceType'),
      plain('created', { type: 'dateTime' }),
      plain('lastModified', { type: 'dateTime' }),
      plain('location', { type: 'reference' }),
      plain('version'),
    ],
  }),
]

/**
 * Converts a schema to the plain data that clients get. The library describes attributes with classes, so it goes
 * through JSON.
 */
const schemaOf = (definition: { describe(): object }): Schema => {
  const { id, name, description, attributes } = JSON.parse(JSON.stringify(definition.describe())) as Schema
  return { id, name, description, attributes }
}

/** Marks a name as required and unique within an account, which the library leaves to the server. */
const withRequired = (schema: Schema, name: string): Schema => ({
  ...schema,
  attributes: schema.attributes.map((attribute) =>
    attribute.name === name ? { ...attribute, required: true, uniqueness: 'server' } : attribute,
  ),
})

/** Removes the password, because the server stores nothing it doesn't use and no directory sets passwords here. */
const withoutPassword = (schema: Schema): Schema => ({
  ...schema,
  attributes: schema.attributes.filter(({ name }) => name !== 'password'),
})

const { User, EnterpriseUser, Group } = SCIMMY.Schemas

export const USER: ResourceType = {
  name: 'User',
  endpoint: 'Users',
  core: withoutPassword(withRequired(schemaOf(User.definition), 'userName')),
  extensions: [schemaOf(EnterpriseUser.definition)],
}

export const GROUP: ResourceType = {
  name: 'Group',
  endpoint: 'Groups',
  core: withRequired(schemaOf(Group.definition), 'displayName'),
  extensions: [],
}

/**
 * Patterns of the schema names of drafts and of SCIM 1.1, and of names without the resource type, which OneLogin and
 * older clients send for the schemas of SCIM 2.0.
 */
const DRAFTS = {
  User: /^urn:(?:ietf:params:)?scim:schemas:(core|extension:enterprise):[12]\.0(?::User)?(?=[:.]|$)/i,
  Group: /^urn:(?:ietf:params:)?scim:schemas:(core|extension:enterprise):[12]\.0(?::Group)?(?=[:.]|$)/i,
} as const

/** Returns a name or path with its schema named as in RFC 7643 §10.3. */
export const withStandardSchema = ({ name, core }: ResourceType, text: string): string =>
  text.replace(DRAFTS[name], (_, part: string) => (part.toLowerCase() === 'core' ? core.id : ENTERPRISE_SCHEMA))

/** The target of a path: an attribute of the core or of an extension, or a part of an attribute. */
export interface Target {
  /** The id of the extension that the attribute belongs to. */
  extension?: string
  /** `undefined` if the path names a whole extension. */
  attribute: Attribute | undefined
  sub?: Attribute
}

export const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

const named = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.find((attribute) => sameName(attribute.name, name))

/** Returns a part of an attribute. SCIM 1.1 (§7.3) names the manager of a user by `managerId`. */
export const subAttribute = (attribute: Attribute, name: string): Attribute | undefined =>
  named(attribute.subAttributes, attribute.name === 'manager' && sameName(name, 'managerId') ? 'value' : name)

export const coreAttributes = ({ core }: ResourceType): readonly Attribute[] => [...COMMON, ...core.attributes]

const split = (type: ResourceType, given: string): { schema: Schema | undefined; rest: string } | undefined => {
  if (!given.toLowerCase().startsWith('urn:')) return { schema: undefined, rest: given }
  const path = withStandardSchema(type, given)
  const schema = [type.core, ...type.extensions].find(
    // Some clients write a period before the attribute (RFC 7644 §3.10 has a colon).
    ({ id }) => sameName(id, path) || [':', '.'].some((mark) => path.toLowerCase().startsWith(id.toLowerCase() + mark)),
  )
  return schema && { schema, rest: path.slice(schema.id.length + 1) }
}

/**
 * Returns the schema of an attribute and its extension. Directories leave out the schema of an extension, such as in
 * `manager`, which is no attribute of the core.
 */
const homeOf = (type: ResourceType, schema: Schema | undefined, name: string) => {
  if (schema && schema !== type.core) return { schema, attributes: schema.attributes }
  const core = coreAttributes(type)
  const extension =
    schema || named(core, name) ? undefined : type.extensions.find((each) => named(each.attributes, name))
  return extension ? { schema: extension, attributes: extension.attributes } : { attributes: core }
}

/** Returns the attribute that a path names, such as `name.familyName` or `urn:…:User:manager.value`, ignoring case. */
export const findTarget = (type: ResourceType, path: string): Target | undefined => {
  const found = split(type, path)
  if (!found) return undefined
  const [name = '', part, ...more] = found.rest.split('.')
  const { schema, attributes } = homeOf(type, found.schema, name)
  const extension = schema ? { extension: schema.id } : {}
  if (found.rest === '') return schema ? { ...extension, attribute: undefined } : undefined
  const attribute = named(attributes, name)
  if (!attribute || more.length) return undefined
  if (part === undefined) return { ...extension, attribute }
  const sub = subAttribute(attribute, part)
  return sub && { ...extension, attribute, sub }
}
