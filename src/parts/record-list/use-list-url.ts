import { useEffect, useRef, useState } from 'react'
import type { PageLocation } from '../../feature/page-location.ts'

interface Ports {
  location: PageLocation
  /** The query string of the whole state. */
  search: string
  /** Returns a followed URL without malformed values. */
  canonical(search: string): string
  /**
   * Returns the query to start with instead of the URL's, such as the order that the user chose earlier. @default the
   * URL
   */
  startsAt?: ((search: string) => string) | undefined
  /** Called when the page is first shown; resolves when it shows what the URL requests. */
  open(search: string): void | Promise<void>
  /** Called when the URL changes through the back button or a followed link. */
  follow(search: string): void | Promise<void>
  close(): void
  /** The text of the search box; further typing replaces the history entry that it began. */
  typed?: string
}

/** Keeps the URL in sync with the page: the back button restores the previous query. */
export const useListUrl = (ports: Ports) => {
  const { location, search: own, canonical, startsAt = (search) => search, open, follow, close, typed = '' } = ports
  const { search, write } = location
  const shown = useRef<string | undefined>(undefined)
  /** The page's query at the time a URL was followed. It isn't written until the page has caught up. */
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
