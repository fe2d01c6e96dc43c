import type { ErrorObject } from 'ajv/dist/2020.js'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** Converts `/roleIds/0` to `roleIds[0]`; the top level gets the name of the part. */
const nameOf = (pointer: string, part: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => {
      if (/^\d+$/.test(step)) return `${path}[${step}]`
      return path ? `${path}.${step}` : step
    }, '') || `the ${part}`

const child = (pointer: string, name: string) => `${pointer}/${name}`
const quote = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')
const list = (words: readonly string[]) => [...new Set(words)].join(' or ')

const typesOf = ({ params }: ErrorObject): string[] =>
  [(params as { type: string | string[] }).type].flat().map((type) => TYPES[type] ?? type)

/** Returns the problem as the end of a sentence about the value. */
const complaint = (error: ErrorObject): string | undefined => {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${quote(params.allowedValues as unknown[])}`
    case 'const':
      return `must be ${quote([params.allowedValue])}`
    case 'required':
      return 'is required'
    // The branches of a union report their own errors.
    case 'anyOf':
    case 'oneOf':
      return undefined
    default:
      return error.message
  }
}

const placeOf = (error: ErrorObject): string =>
  error.keyword === 'required'
    ? child(error.instancePath, (error.params as { missingProperty: string }).missingProperty)
    : error.instancePath

/** Returns one sentence per mistake, such as `email must be a string`; alternatives of a union are joined with "or". */
export const describeErrors = (errors: readonly ErrorObject[], part: string): string[] => {
  const types = new Map<string, string[]>()
  for (const error of errors.filter(({ keyword }) => keyword === 'type'))
    types.set(error.instancePath, [...(types.get(error.instancePath) ?? []), ...typesOf(error)])
  const sentences = errors.flatMap((error) => {
    const name = nameOf(placeOf(error), part)
    if (error.keyword === 'type') return [`${name} must be ${list(types.get(error.instancePath) ?? [])}`]
    // Besides a wrong type, other errors of the same value add nothing.
    if (types.has(placeOf(error))) return []
    const words = complaint(error)
    return words ? [`${name} ${words}`] : []
  })
  return [...new Set(sentences)]
}
