import type { ListOrItems } from '../entities/paging.ts'

/** Returns the list of a response that is bare with one backend and wrapped in `items` with another. */
export const itemsOf = <Item>(response: ListOrItems<Item>): Item[] =>
  Array.isArray(response) ? response : response.items
