import { useEffect, useRef, useState } from 'react'
import type { PageLocation } from '../../feature/define-page.ts'

/** The open dialog in a URL: `edit=<id of its subject>`, or `settings=` for a dialog without one. */
export interface LinkedDialog<Name extends string> {
  name: Name
  id: string
}

/** Returns the first of these names in the URL. Other parameters are not ours. */
export const linkedDialogFrom = <Name extends string>(
  params: URLSearchParams,
  names: readonly Name[],
): LinkedDialog<Name> | undefined => {
  const name = names.find((one) => params.has(one))
  return name && { name, id: params.get(name) ?? '' }
}

export const writeLinkedDialog = (dialog: LinkedDialog<string> | undefined, params: URLSearchParams): void => {
  if (dialog) params.set(dialog.name, dialog.id)
}

interface ListUrlPorts {
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
export const useListUrl = (ports: ListUrlPorts) => {
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

interface DialogUrlPorts<Name extends string> {
  location: PageLocation
  names: readonly Name[]
  /** The open dialog, if a URL can open it; a dialog that continues from another one can't. */
  dialog: LinkedDialog<Name> | undefined
  /** The page's content is loaded, so that a URL can be followed. */
  isReady: boolean
  /** Opens a dialog only if the page offers it to this user. */
  open(dialog: LinkedDialog<Name>): void
  close(): void
}

const writeDialog = (dialog: LinkedDialog<string> | undefined): string => {
  const params = new URLSearchParams()
  writeLinkedDialog(dialog, params)
  return params.toString()
}

/** Keeps the URL of a page without a list in sync with its open dialog. */
export const useDialogUrl = <Name extends string>({
  location,
  names,
  dialog,
  isReady,
  open,
  close,
}: DialogUrlPorts<Name>) => {
  const waiting = useRef<LinkedDialog<Name> | undefined>(undefined)
  const read = (search: string) => linkedDialogFrom(new URLSearchParams(search), names)
  useListUrl({
    location,
    search: writeDialog(dialog),
    canonical: (search) => writeDialog(read(search)),
    open: (search) => {
      waiting.current = read(search)
    },
    follow: (search) => {
      const wanted = read(search)
      if (!wanted) close()
      else if (isReady) open(wanted)
      else waiting.current = wanted
    },
    close: () => {},
  })
  useEffect(() => {
    if (!isReady || !waiting.current) return
    open(waiting.current)
    waiting.current = undefined
  })
}
