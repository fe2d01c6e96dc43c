import type { KeyValue } from '../../feature/slice.ts'
import type { AnyListQuery } from './list-state.ts'

type Order = Pick<AnyListQuery, 'sort' | 'order'>

/** The order a user chose for a list, kept on this device. */
export const rememberedOrder = (local: KeyValue, list: string) => {
  const key = `fe-order-${list}`
  return {
    /** The query string with the remembered order, unless it names one itself. */
    addTo(search: string): string {
      const params = new URLSearchParams(search)
      const kept = local.get(key)
      if (!kept || params.has('sort')) return search
      params.set('sort', kept)
      return params.toString()
    },
    /** The first order of a list needs no remembering. */
    keep({ sort, order }: Order, first: Order): void {
      if (sort === first.sort && order === first.order) local.remove(key)
      else local.set(key, `${sort}:${order.toLowerCase()}`)
    },
  }
}
