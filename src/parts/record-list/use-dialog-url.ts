import { useEffect, useRef } from 'react'
import type { PageLocation } from '../../feature/page-location.ts'
import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from './linked-dialog.ts'
import { useListUrl } from './use-list-url.ts'

interface Ports<Name extends string> {
  location: PageLocation
  names: readonly Name[]
  /** The open dialog, if a URL can lead to it; one that goes on from another cannot. */
  dialog: LinkedDialog<Name> | undefined
  /** What the page shows is known, so that a URL can be followed. */
  isReady: boolean
  /** Opens what the page offers this user, and nothing else. */
  open(dialog: LinkedDialog<Name>): void
  close(): void
}

const write = (dialog: LinkedDialog<string> | undefined): string => {
  const params = new URLSearchParams()
  writeLinkedDialog(dialog, params)
  return params.toString()
}

/** The URL of a page without a list and its open dialog follow each other. */
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
