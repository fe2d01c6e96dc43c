import { useEffect, useRef } from 'react'
import { usePageLocation } from '../../feature/page-location.tsx'

interface Ports {
  /** Everything of the state that belongs into the address. */
  search: string
  /** The same for an address that was followed; what is odd in it is gone. */
  canonical(search: string): string
  /** First sight of the page. */
  open(search: string): void
  /** The address changed: a step back, a followed link. */
  follow(search: string): void
  close(): void
  /** Typing on in a search box corrects the step it began. */
  isTyping: boolean
}

/** The address and the page follow each other: a step back shows the older question again. */
export const useListAddress = ({ search: own, canonical, open, follow, close, isTyping }: Ports) => {
  const { search, write } = usePageLocation()
  const shown = useRef<string | undefined>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ports are made anew on every drawing and mean the same
  useEffect(() => {
    const wanted = canonical(search)
    if (shown.current === wanted) return
    const isFirst = shown.current === undefined
    shown.current = wanted
    if (isFirst) open(search)
    else follow(search)
  }, [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on leaving only
  useEffect(() => close, [])
  useEffect(() => {
    if (shown.current === undefined || shown.current === own) return
    shown.current = own
    write(own, isTyping ? 'replace' : 'push')
  }, [own, isTyping, write])
}
