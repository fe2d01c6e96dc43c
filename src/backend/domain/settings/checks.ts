import { isRecord } from '../../../kernel/safe-json.ts'

/** Returns whether a value that was parsed from JSON has a type. */
export type Check<Value> = (value: unknown) => value is Value

/** A check for each field; those of optional fields accept `undefined`. */
type Checks<Value> = { readonly [field in keyof Value]-?: Check<Value[field]> }

/**
 * Reads the stored fields of a setting; those that are missing have their defaults.
 *
 * @throws Error that names the setting and its malformed fields
 */
export type Parser<Value> = (stored: unknown, kind: string) => Partial<Value>

export const flag = (value: unknown) => typeof value === 'boolean'
export const number = (value: unknown) => typeof value === 'number'
export const text = (value: unknown) => typeof value === 'string'
export const numberOrText = (value: unknown) => number(value) || text(value)

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Check<Value> =>
  (value): value is Value =>
    values.some((one) => one === value)

export const optional =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || check(value)

export const nullable =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || check(value)

export const list =
  <Item>(check: Check<Item>): Check<Item[]> =>
  (value): value is Item[] =>
    Array.isArray(value) && value.every(check)

/** Accepts every object; the login box and the portal interpret it. */
export const anyObject = <Value extends object>(value: unknown): value is Value => isRecord(value)

export const shape =
  <Value extends object>(checks: Checks<Value>): Check<Value> =>
  (value): value is Value => {
    if (!isRecord(value)) return false
    for (const field in checks) if (!checks[field](value[field])) return false
    return true
  }

const parser =
  <Value>(malformed: (stored: Record<string, unknown>) => string[]): Parser<Value> =>
  (stored, kind) => {
    const isPart = (value: unknown): value is Partial<Value> => isRecord(value) && malformed(value).length === 0
    if (isPart(stored)) return stored
    throw new Error(
      `The stored setting ${kind} is malformed: ${isRecord(stored) ? malformed(stored) : 'not an object'}`,
    )
  }

/** Creates the parser of a setting with these fields. Fields of another version are kept as they are. */
export const fields = <Value extends object>(checks: Checks<Value>): Parser<Value> =>
  parser((stored) => {
    const malformed: string[] = []
    for (const field in checks) if (field in stored && !checks[field](stored[field])) malformed.push(field)
    return malformed
  })

/** Creates the parser of a setting whose fields the vendor names. */
export const anyFields = <Item>(check: Check<Item>): Parser<Record<string, Item>> =>
  parser((stored) => Object.keys(stored).filter((field) => !check(stored[field])))
