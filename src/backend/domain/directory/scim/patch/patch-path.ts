import { lexed, MAX_PATH_PARTS, readerOf, readOr, readPath, type Tree } from '../filter/parse-filter.ts'
import { type Resolved, resolveFilter } from '../filter/resolve-filter.ts'
import {
  type Attribute,
  findTarget,
  type ResourceType,
  subAttribute,
  type Target,
  withStandardSchema,
} from '../schema.ts'
import { ScimRefusal, scimRefusal } from '../scim-error.ts'

/** The target of a PATCH operation. */
export interface PatchTarget extends Target {
  attribute: Attribute
  /** Selects values of a multi-valued attribute. */
  filter?: Resolved
  /** The filter as it was written. */
  tree?: Tree
}

/** The format of a path as in JSON Patch (RFC 6902), such as `/name/familyName`. */
const POINTER = /^\/[\w$:.-]+(?:\/[\w$-]+)?$/

const invalidPath = (path: string) => scimRefusal('invalidPath', `The path ${path} names no attribute`)

const readTail = (rest: ReturnType<typeof lexed>, path: string): string | undefined => {
  const [token, ...more] = rest
  if (!token) return undefined
  if (more.length || token.kind !== 'word' || !token.text.startsWith('.')) throw invalidPath(path)
  return token.text.slice(1)
}

const splitPath = (path: string) => {
  const tokens = lexed(path)
  const open = tokens.findIndex(({ kind }) => kind === '[')
  const close = tokens.findLastIndex(({ kind }) => kind === ']')
  if (open < 0) return { name: readPath(readerOf(tokens)), isWhole: tokens.length === 1 }
  const inner = readerOf(tokens.slice(open + 1, Math.max(close, open + 1)), MAX_PATH_PARTS)
  const tree = readOr(inner)
  const isWhole = open === 1 && close > open && inner.peek() === undefined
  return {
    name: readPath(readerOf(tokens.slice(0, open))),
    isWhole,
    tree,
    tail: readTail(tokens.slice(close + 1), path),
  }
}

const parse = (path: string) => {
  try {
    return splitPath(path)
  } catch (error) {
    // A filter that is invalid makes its path invalid.
    throw error instanceof ScimRefusal ? invalidPath(path) : error
  }
}

/** Returns whether a filter has a condition on a part that the attribute's values don't have. */
const namesUnknown = (attribute: Attribute, tree: Tree): boolean => {
  if ('parts' in tree) return tree.parts.some((part) => namesUnknown(attribute, part))
  if ('part' in tree) return namesUnknown(attribute, tree.part)
  return subAttribute(attribute, tree.path) === undefined
}

/** Returns whether a path begins with the name of an attribute or extension, even if the path is malformed. */
const beginsKnown = (type: ResourceType, path: string): boolean => {
  const schema = [type.core, ...type.extensions].find(({ id }) => path.toLowerCase().startsWith(id.toLowerCase()))
  const rest = (schema ? path.slice(schema.id.length + 1) : path).split(/[.[\s/]/)[0] ?? ''
  return rest === '' ? schema !== undefined : findTarget(type, schema ? `${schema.id}:${rest}` : rest) !== undefined
}

/**
 * Reads the path of an operation (RFC 7644 §3.5.2, figure 7). Returns `undefined` for any path to an attribute that
 * this server lacks. As in POST and PUT, it is ignored (§3.3), so that the rest of the request is applied.
 *
 * @throws ScimRefusal invalidPath for a malformed path to an attribute of this server
 */
export const readPatchPath = (type: ResourceType, given: string): PatchTarget | { extension: string } | undefined => {
  const written = POINTER.test(given) ? given.slice(1).replace('/', '.') : given
  const path = withStandardSchema(type, written.trim())
  if (!beginsKnown(type, path)) return undefined
  const { name, isWhole, tree, tail } = { tree: undefined, tail: undefined, ...parse(path) }
  if (!isWhole) throw invalidPath(path)
  const found = findTarget(type, name)
  if (!found) return undefined
  const { attribute, extension } = found
  if (!attribute) {
    if (extension === undefined || tree) throw invalidPath(path)
    return { extension }
  }
  if (!tree) return { ...found, attribute }
  const isFiltered = attribute.multiValued && attribute.type === 'complex' && !found.sub
  const sub = tail === undefined ? undefined : subAttribute(attribute, tail)
  if (!isFiltered) throw invalidPath(path)
  if ((tail !== undefined && !sub) || namesUnknown(attribute, tree)) return undefined
  const filter = resolveFilter(type, { kind: 'value', path: name, part: tree })
  return { ...found, attribute, ...(sub && { sub }), tree, ...(filter.kind === 'value' && { filter: filter.part }) }
}
