import { useEffect, useState } from 'react'
import { useRuntimeIfAny } from '../../feature/feature-context.tsx'
import { type AnyListQuery, type ListState, shownTotal } from './list-state.ts'

interface Bare {
  /** The account's list is empty, so its search box is hidden, and it stays empty while it loads again. */
  isBare: boolean
  /** It has had no record during this visit, so the hidden search box takes no space. */
  isFlat: boolean
}

interface BareParts<Row> {
  list: Pick<ListState<Row, AnyListQuery>, 'phase' | 'rows' | 'leaving' | 'totalItems'>
  label: string
  isFiltered: boolean
}

/**
 * Returns whether a list has no records at all. This device remembers it for the next visit. After the removal of the
 * last record, the space of the search box stays, because without it everything below would move.
 */
export const useBare = <Row extends { id: string }>({ list, label, isFiltered }: BareParts<Row>): Bare => {
  const runtime = useRuntimeIfAny()
  const local = runtime?.deps.local
  const account = runtime?.store.getState().session.activeTenant?.tenantId ?? ''
  const key = `fe-empty-${label}`
  const recall = () => {
    const wasEmpty = local !== undefined && local.get(key) === account
    return { account, isBare: wasEmpty, hadRecords: false }
  }
  const [kept, keep] = useState(recall)
  const last = kept.account === account ? kept : recall()
  const hasRecords = shownTotal(list) > 0
  const isKnown = isFiltered || hasRecords || list.phase === 'ready'
  const isBare = isKnown ? !isFiltered && !hasRecords : last.isBare
  const hadRecords = last.hadRecords || hasRecords
  if (kept.account !== account || kept.isBare !== isBare || kept.hadRecords !== hadRecords) {
    keep({ account, isBare, hadRecords })
  }
  const isEmpty = list.phase === 'ready' && !isFiltered ? list.totalItems === 0 : undefined
  useEffect(() => {
    if (isEmpty) local?.set(key, account)
    else if (isEmpty === false && local?.get(key) === account) local.remove(key)
  }, [isEmpty, local, key, account])
  return { isBare, isFlat: isBare && !hadRecords }
}
