import type { KeyValue } from '../../feature/slice.ts'
import type { AnyListQuery } from './list-state.ts'

type Order = Pick<AnyListQuery, 'sort' | 'order'>

/** Stores on this device the sort order that a user chose for a list. */
export const rememberedOrder = (local: KeyValue, list: string) => {
  const key = `fe-order-${list}`
  return {
    /** Returns the query string with the stored order, unless it already has one. */
    addTo(search: string): string {
      const params = new URLSearchParams(search)
      const kept = local.get(key)
      if (!kept || params.has('sort')) return search
      params.set('sort', kept)
      return params.toString()
    },
    /** Stores an order; the default order is removed instead. */
    keep({ sort, order }: Order, first: Order): void {
      if (sort === first.sort && order === first.order) local.remove(key)
      else local.set(key, `${sort}:${order.toLowerCase()}`)
    },
  }
}
