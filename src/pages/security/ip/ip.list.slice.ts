import type { IpRestriction, ListType } from '../../../entities/policies.ts'
import { recordList } from '../../../parts/page-kit/record-list.ts'
import type { ListPage } from '../../../parts/record-list/list-state.ts'
import type { IpContext, IpTables } from './ip.context.ts'
import { CARD_ROWS, type IpQuery, type IpState, PAGE_ROWS } from './ip.state.ts'

export interface IpListActions {
  change(patch: Partial<IpQuery>): Promise<void>
  reload(): Promise<void>
  showList(strategy: ListType): Promise<void>
  showAll(isAll: boolean): Promise<void>
  /** Loads the user's own IP address, and whether the allow list allows it. */
  loadMyIp(): Promise<void>
}

export const ipList = (context: IpContext) => {
  const { api, apply, deps } = context
  const list = recordList<IpRestriction, IpQuery, IpState, IpTables>(context, {
    async fetchPage({ strategy, page, size }, signal): Promise<ListPage<IpRestriction>> {
      const query = { _offset: page, _limit: size, _filter: strategy }
      const { items, _metadata } = await api.ipRestrictions.listIpRestrictions({ query }, { signal })
      return { items, totalItems: _metadata.totalItems }
    },
  })
  return {
    ...list,
    showList: (strategy: ListType) => list.change({ strategy }),
    showAll: (isAll: boolean) => list.change({ size: isAll ? PAGE_ROWS : CARD_ROWS }),
    async loadMyIp(): Promise<void> {
      try {
        const { ip } = await api.metadata.getCurrentUserIp()
        const { valid } = await api.ipRestrictions.verifyCurrentIpAllowed({})
        apply((state) => ({ ...state, myIp: ip, isMyIpAllowed: valid }))
      } catch (error) {
        // The tab works without it; only the line with the address is missing.
        deps.log.warn('The IP address of this device could not be loaded', error)
      }
    },
  }
}
