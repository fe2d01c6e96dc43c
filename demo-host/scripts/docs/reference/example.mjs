// Creates example values of JSON Schemas, for calls in the reference of the API.

const PREFIX = '#/components/schemas/'
const MAX_DEPTH = 3

const TEXTS = [
  [/email/i, 'ada@acme.test'],
  [/password/i, 'Correct-Horse-9'],
  [/(^|[a-z])(id|Id)$/, '3b1f0c9a-6c1d-4b5e-9a57-2f0b6f3f7c11'],
  [/url|uri|logo|icon|image/i, 'https://app.example.com'],
  [/(At|date|expires)$/i, '2026-01-31T09:00:00.000Z'],
  [/phone/i, '+12025550100'],
  [/^ip$|ipAddress/i, '203.0.113.7'],
  [/domain/i, 'acme.test'],
  [/token/i, '…'],
  [/code|value/i, '123456'],
]

const textFor = (name) => TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'

const simple = (schema, name) => {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (type === 'integer' || type === 'number') return schema.minimum ?? (/limit/i.test(name) ? 20 : 0)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return type === 'string' ? textFor(name) : undefined
}

/**
 * Returns a value that a schema allows, with only the required properties; `undefined` for a schema that allows
 * anything.
 */
export const exampleOf = (schema, definitions, name = '', depth = 0) => {
  const next = (each, key) => exampleOf(each, definitions, key, depth + 1)
  if (schema.$ref) return exampleOf(definitions[schema.$ref.slice(PREFIX.length)] ?? {}, definitions, name, depth)
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, definitions, name, depth)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each, definitions, name, depth) ?? {}))
  if (schema.type === 'array') {
    const item = schema.items && depth < MAX_DEPTH ? next(schema.items, name) : undefined
    return item === undefined ? [] : [item]
  }
  if (schema.properties && depth < MAX_DEPTH) {
    const wanted = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key))
    const values = wanted.map(([key, each]) => [key, next(each, key)])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  if (schema.type === 'object') return {}
  return simple(schema, name)
}
