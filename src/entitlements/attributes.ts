import type { Attributes } from './condition.ts'

/** What rules may look at: the host's own values and the claims of the user. */
export interface AttributeSources {
  custom?: Readonly<Record<string, string | number | boolean | Date>>
  /** The user: answer of the login, token claims and profile. */
  jwt?: object
}

const DERIVED: Readonly<Record<string, string>> = {
  'frontegg.email': 'email',
  'frontegg.emailVerified': 'email_verified',
  'frontegg.tenantId': 'tenantId',
  'frontegg.userId': 'id',
}
/** Deeper claims are not looked at; it also ends cycles. */
const DEEPEST = 20

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && Object.keys(value).length > 0

const flatten = (value: unknown, path: string, into: Map<string, unknown>, depth: number): void => {
  if (!isBranch(value)) {
    into.set(path, value)
    return
  }
  if (depth >= DEEPEST) return
  for (const [key, inner] of Object.entries(value)) flatten(inner, `${path}.${key}`, into, depth + 1)
}

/**
 * The flat table conditions read: custom values under their own names, the four `frontegg.*` values, and every claim
 * as `jwt.<path>`; later ones win, so a custom value never passes for a claim that exists.
 */
export const prepareAttributes = ({ custom, jwt }: AttributeSources = {}): Attributes => {
  const attributes = new Map<string, unknown>(Object.entries(custom ?? {}))
  const claims: ReadonlyMap<string, unknown> = new Map(Object.entries(jwt ?? {}))
  for (const [name, claim] of Object.entries(DERIVED)) attributes.set(name, claims.get(claim))
  for (const [key, value] of claims) flatten(value, `jwt.${key}`, attributes, 0)
  return attributes
}
