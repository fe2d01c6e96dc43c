import { isObject } from '../../provisioning/directory-facts.ts'
import { typedValue } from '../normalize.ts'
import { coreAttributes, GROUP, sameName } from '../schema.ts'
import type { PatchOperation } from './apply-patch.ts'
import { readPatchPath } from './patch-path.ts'

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
export const mentionedMembers = (operations: readonly PatchOperation[]): string[] | undefined => {
  const found = operations.map(mentioned)
  return found.includes(undefined) ? undefined : [...new Set(found.flatMap((ids) => ids ?? []))]
}
