import type { PageLocation } from '../../feature/page-location.ts'
import { TAB_IDS, type TabId } from './security.state.ts'

const TAB = 'tab'
const FOCUS = 'focus'

interface SecurityPlace {
  tab: TabId | undefined
  /** Name of the control to focus. */
  focus: string | undefined
  /** The remaining query, which belongs to the tab. */
  rest: string
}

export const readPlace = (search: string): SecurityPlace => {
  const params = new URLSearchParams(search)
  const tab = TAB_IDS.find((id) => id === params.get(TAB))
  const focus = params.get(FOCUS) ?? undefined
  params.delete(TAB)
  params.delete(FOCUS)
  return { tab, focus, rest: params.toString() }
}

export const writePlace = ({ tab, focus, rest = '' }: { tab: TabId; focus?: string; rest?: string }): string =>
  [`${TAB}=${tab}`, focus && `${FOCUS}=${encodeURIComponent(focus)}`, rest].filter(Boolean).join('&')

/** Returns the part of the page's URL that a tab reads and writes. */
export const tabLocation = ({ search, write }: PageLocation, tab: TabId): PageLocation => ({
  search: readPlace(search).rest,
  write: (rest, how) => write(writePlace({ tab, rest }), how),
})
