import type { UserEntitlementsV2 } from '../../entities/entitlements.ts'
import type { AttributeSources } from '../attribute-sources.ts'

export type Responder = { isEntitled: boolean; justification?: string }

/** Row of `cases.json`. */
export interface EntitlementCase {
  id: number
  title: string
  query: 'feature' | 'permission'
  key: string
  entitlements?: UserEntitlementsV2 | null
  attributes?: AttributeSources
  /** Results by version of the published engine; a later version only where it differs. */
  published: { '1.1.2': string; '1.2.1'?: string }
  expected: string
  decision?: string
}

export const nameOf = ({ isEntitled, justification }: Responder): string => (isEntitled ? 'E' : String(justification))

const special = (value: object): unknown => {
  if ('$date' in value) return new Date(String(value.$date))
  if ('$number' in value) return Number(value.$number)
  return '$undefined' in value ? undefined : decodeObject(value)
}

const decodeObject = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decode(inner)]))

/** Decodes values that JSON cannot represent, in the encoding that the table's `about` describes. */
export const decode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(decode)
  return typeof value === 'object' && value !== null ? special(value) : value
}
