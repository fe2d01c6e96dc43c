import { integer, oneOf } from '../../../call/read.ts'

const MAX_PAGES = 1_000_000
const MAX_PAGE_SIZE = 200

type Asked = Readonly<Partial<Record<string, string>>>

/** Reads the index, size, search, and order of a list of named records. */
export const readRecordsPage = (query: Asked) => {
  const index = integer(query.offset, 'offset', { min: 0, max: MAX_PAGES, fallback: 0 })
  const limit = integer(query.limit, 'limit', { min: 1, max: MAX_PAGE_SIZE, fallback: 20 })
  const text = query.search?.trim()
  const search = text ? { text, fields: ['name'] as const } : undefined
  const sort = {
    field: oneOf(query.sort, 'sort', ['name', 'createdAt'] as const) ?? ('name' as const),
    order: oneOf(query.order, 'order', ['ASC', 'DESC'] as const) ?? ('ASC' as const),
  }
  return { index, limit, page: { search, sort, offset: index * limit, limit } }
}
