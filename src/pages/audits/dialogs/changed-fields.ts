import { isRecord } from '../../../kernel/safe-json.ts'

interface ChangedField {
  name: string
  from: string
  to: string
  isChanged: boolean
}

const NOTHING = '–'

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return NOTHING
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (isRecord(value)) return value
  return value === undefined || value === null ? {} : { '': value }
}

/** Returns the fields of both sides, with the changed ones first. */
export const changedFields = (before: unknown, after: unknown): ChangedField[] => {
  const [left, right] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])].map((name) => {
    const [from, to] = [left, right].map((side) => textOf(Object.hasOwn(side, name) ? side[name] : undefined))
    return { name, from: from ?? NOTHING, to: to ?? NOTHING, isChanged: from !== to }
  })
  return fields.sort((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
