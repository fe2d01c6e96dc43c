import { useEffect, useRef } from 'react'
import type { PageLocation } from '../../feature/page-location.ts'
import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from './linked-dialog.ts'
import { useListUrl } from './use-list-url.ts'

interface Ports<Name extends string> {
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

const write = (dialog: LinkedDialog<string> | undefined): string => {
  const params = new URLSearchParams()
  writeLinkedDialog(dialog, params)
  return params.toString()
}

/** Keeps the URL of a page without a list in sync with its open dialog. */
export const useDialogUrl = <Name extends string>({ location, names, dialog, isReady, open, close }: Ports<Name>) => {
  const waiting = useRef<LinkedDialog<Name> | undefined>(undefined)
  const read = (search: string) => linkedDialogFrom(new URLSearchParams(search), names)
  useListUrl({
    location,
    search: write(dialog),
    canonical: (search) => write(read(search)),
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
