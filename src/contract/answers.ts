import type { ListOrItems } from '../entities/paging.ts'

/** The list in an answer that is bare with one backend and wrapped in `items` with another. */
export const itemsOf = <Item>(answer: ListOrItems<Item>): Item[] => (Array.isArray(answer) ? answer : answer.items)
