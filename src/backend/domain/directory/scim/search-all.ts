import type { ScimResponse } from '../../../ports/scim.ts'
import type { ScimObject } from '../provisioning/directory-facts.ts'
import { GROUPS, USERS } from './kinds.ts'
import { listResources } from './list.ts'
import { type ListQuery, readListQuery, withStandardNames } from './list-query.ts'
import { ScimRefusal, scimRefusal } from './scim-error.ts'
import type { Operation } from './scim-request.ts'

const KINDS = [USERS, GROUPS]

/** Reads the query for one type. If the type lacks an attribute of the filter, its resources are left out. */
const readFor = (body: ScimObject) => (kind: (typeof KINDS)[number]) => {
  try {
    return { kind, query: readListQuery(kind.type, body), error: undefined }
  } catch (error) {
    if (!(error instanceof ScimRefusal && error.scimType === 'invalidFilter')) throw error
    return { kind, query: undefined, error }
  }
}

interface Part {
  kind: (typeof KINDS)[number]
  query: ListQuery
}

/** Searches all resources at the root (RFC 7644 §3.4.3), and returns users first and then groups, as one list. */
export const searchAll = async ({ call, body: given }: Operation): Promise<ScimResponse> => {
  const body = withStandardNames(given)
  if (body.cursor !== undefined && body.cursor !== null) throw scimRefusal('invalidCursor', 'Page here by startIndex')
  const read = KINDS.map(readFor(body))
  const parts = read.flatMap(({ kind, query }): Part[] => (query ? [{ kind, query }] : []))
  if (parts.length === 0) throw read[0]?.error ?? scimRefusal('invalidFilter', 'The filter fits no resource')
  const resources: unknown[] = []
  let total = 0
  const { offset: start = 0, count = 0 } = parts[0]?.query ?? {}
  for (const { kind, query } of parts) {
    const page = { ...query, offset: Math.max(0, start - total), count: count - resources.length }
    const found = await listResources({ call, kind, query: page })
    total += Number(found.totalResults)
    resources.push(...(Array.isArray(found.Resources) ? found.Resources : []))
  }
  const list = { totalResults: total, itemsPerPage: resources.length, startIndex: start + 1, Resources: resources }
  return { status: 200, body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], ...list } }
}
