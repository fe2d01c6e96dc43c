import type { PathParams } from './endpoint.ts'

/** Prefix of every path of the API that is not `unprefixed`, unless the host configures another. */
export const API_PREFIX = '/frontegg'

/** Characters that make a browser read a different host from the one that a human sees. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const ODD_CHARACTERS = /[\u0000-\u0020\u007f\\]/

const isUnusable = (value: string): boolean => value === '' || value === '.' || value === '..'

const encodeSegment = (segment: string): string => {
  if (isUnusable(segment)) throw new TypeError('A path value has an unusable segment')
  return encodeURIComponent(segment)
}

/** Encodes a value whose slashes are part of the path, such as `csv/v2`. */
export const encodeSegments = (value: string): string => value.split('/').map(encodeSegment).join('/')

/**
 * Returns the path of a template; throws for a value that would change its shape.
 *
 * @example fillPath(groups.deleteGroup.path, { groupId: 'g1' }) // '/identity/resources/groups/v1/g1'
 */
export const fillPath = <Path extends string>(
  template: Path,
  values: Readonly<PathParams<Path>>,
  encode: (value: string) => string = encodeURIComponent,
): string => {
  if (!template.startsWith('/') || template.startsWith('//') || ODD_CHARACTERS.test(template)) {
    throw new TypeError(`Not a path of the API: ${template}`)
  }
  const given: Readonly<Record<string, string>> = values
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof value !== 'string' || isUnusable(value)) {
      throw new TypeError(`The path value "${name}" is missing or not usable`)
    }
    return encode(value)
  })
}
