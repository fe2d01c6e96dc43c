import { toJson } from '../kernel/safe-json.ts'
import type { Pairs } from './options.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'object' ? toJson(value) : String(value))

/** Builds the query. Objects, lists and null are sent as JSON text; `undefined` is omitted. */
export const queryOf = (own: Readonly<Record<string, unknown>> = {}, additional: Pairs = []): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(own)) {
    const text = value === undefined ? undefined : textOf(value)
    if (text !== undefined) query.set(name, text)
  }
  for (const { key, value } of additional) if (value !== undefined) query.set(key, String(value))
  return query
}
