import type { TargetCondition, TargetGroup } from '../entities/entitlements.ts'
import { own } from './attributes.ts'
import { holds } from './condition.ts'
import type { Query } from './query.ts'

interface Frame {
  group: TargetGroup
  items: readonly unknown[]
  /** Number of items evaluated so far. */
  at: number
  /** `true` for `or`, where one item that holds decides the group; for `and`, one that fails does. */
  isAny: boolean
}

const frameOf = (group: TargetGroup): Frame => ({
  group,
  items: group.conditions,
  at: 0,
  isAny: group.conditionLogic === 'or',
})

const isGroup = (item: unknown): item is TargetGroup =>
  own(item, 'conditionLogic') !== undefined && own(item, 'op') === undefined

/**
 * Returns whether a group of conditions and nested groups holds; zero conditions hold for `and`, not for `or`. It does
 * not recurse, so that deep nesting cannot exhaust the stack.
 */
export const groupHolds = (root: TargetGroup, query: Query): boolean => {
  const frames = [frameOf(root)]
  let outcome: boolean | undefined
  for (let frame = frames[0]; frame; frame = frames.at(-1)) {
    const isDecided = outcome === frame.isAny
    if (isDecided || frame.at >= frame.items.length) {
      if (!isDecided) outcome = !frame.isAny
      frames.pop()
      if (frames.length > 0) query.note?.({ kind: 'group', group: frame.group, holds: outcome === true })
      continue
    }
    const item = frame.items[frame.at]
    frame.at += 1
    query.steps -= 1
    outcome = undefined
    // The step limit ends a group that contains itself.
    if (query.steps < 0 || !isGroup(item)) outcome = query.steps >= 0 && holds(item as TargetCondition, query)
    else if (Array.isArray(item.conditions)) {
      query.note?.({ kind: 'open' })
      frames.push(frameOf(item))
    } else outcome = false
  }
  return outcome === true
}
