import { useEffect, useRef, useState } from 'react'
import type { PageLocation } from '../../feature/page-location.ts'

interface Ports {
  location: PageLocation
  /** Everything of the state that belongs into the URL. */
  search: string
  /** The same for a URL that was followed; what is odd in it is gone. */
  canonical(search: string): string
  /** Where the page starts instead of at the URL, such as in the order that its user chose earlier. @default the URL */
  startsAt?: ((search: string) => string) | undefined
  /** First sight of the page; ends when the page shows what the URL asks for. */
  open(search: string): void | Promise<void>
  /** The URL changed: a step back, a followed link. */
  follow(search: string): void | Promise<void>
  close(): void
  /** The text of the search box; further typing replaces the history entry that it began. */
  typed?: string
}

/** The URL and the page follow each other: a step back shows the older query again. */
export const useListUrl = (ports: Ports) => {
  const { location, search: own, canonical, startsAt = (search) => search, open, follow, close, typed = '' } = ports
  const { search, write } = location
  const shown = useRef<string | undefined>(undefined)
  /** What the page was at when a URL was followed: until it has caught up, that is no news. */
  const behind = useRef<string | undefined>(undefined)
  const following = useRef<void | Promise<void>>(undefined)
  const [settled, setSettled] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ports are recreated on every render and mean the same
  useEffect(() => {
    const isFirst = shown.current === undefined
    const start = isFirst ? startsAt(search) : search
    const wanted = canonical(start)
    if (shown.current === wanted) return
    shown.current = wanted
    behind.current = own
    if (start !== search) write(wanted, 'replace')
    const work = isFirst ? open(start) : follow(start)
    following.current = work
    void work?.then(() => {
      if (following.current !== work) return
      following.current = undefined
      setSettled((count) => count + 1)
    })
  }, [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: on leaving only
  useEffect(() => close, [])
  const before = useRef(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `settled` is the moment when the page has caught up
  useEffect(() => {
    const isTyping = before.current !== '' && before.current !== typed
    before.current = typed
    if (own !== behind.current) behind.current = undefined
    if (following.current || behind.current !== undefined) return
    if (shown.current === undefined || shown.current === own) return
    shown.current = own
    write(own, isTyping ? 'replace' : 'push')
  }, [own, typed, write, settled])
}
