import { useEffect, useState } from 'react'
import { useRuntimeIfAny } from '../../feature/feature-context.tsx'
import { type AnyListQuery, type ListState, shownTotal } from './list-state.ts'

interface Bare {
  /** The account's list is empty, so its search box is hidden, and it stays empty while it loads again. */
  isBare: boolean
  /** It was already known to be empty, so the hidden search box never took any space. */
  isFlat: boolean
}

interface BareParts<Row> {
  list: Pick<ListState<Row, AnyListQuery>, 'phase' | 'rows' | 'leaving' | 'totalItems'>
  label: string
  isFiltered: boolean
}

/**
 * Returns whether a list has no records at all. This device remembers it for the next visit. On the first visit, the
 * space of the search box stays, because without it everything below would move when the list turns out to be empty.
 */
export const useBare = <Row extends { id: string }>({ list, label, isFiltered }: BareParts<Row>): Bare => {
  const runtime = useRuntimeIfAny()
  const local = runtime?.deps.local
  const account = runtime?.store.getState().session.activeTenant?.tenantId ?? ''
  const key = `fe-empty-${label}`
  const recall = () => {
    const wasEmpty = local !== undefined && local.get(key) === account
    return { account, isBare: wasEmpty, isFlat: wasEmpty }
  }
  const [kept, keep] = useState(recall)
  const last = kept.account === account ? kept : recall()
  const isKnown = isFiltered || shownTotal(list) > 0 || list.phase === 'ready'
  const isBare = isKnown ? !isFiltered && shownTotal(list) === 0 : last.isBare
  const isFlat = isBare && last.isFlat
  if (kept.account !== account || kept.isBare !== isBare || kept.isFlat !== isFlat) keep({ account, isBare, isFlat })
  const isEmpty = list.phase === 'ready' && !isFiltered ? list.totalItems === 0 : undefined
  useEffect(() => {
    if (isEmpty) local?.set(key, account)
    else if (isEmpty === false && local?.get(key) === account) local.remove(key)
  }, [isEmpty, local, key, account])
  return { isBare, isFlat }
}
