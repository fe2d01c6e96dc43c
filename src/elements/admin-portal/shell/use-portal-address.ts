import { useCallback, useEffect, useRef, useState } from 'react'
import type { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.ts'
import { type PortalAddress, readHash, toHash } from '../portal-hash.ts'

interface AddressParts {
  host: HTMLElement
  mode: 'inline' | 'dialog'
  /** The `page` attribute. */
  page: string | undefined
}

type Write = (address: PortalAddress, how: 'push' | 'replace') => void

/** A host that routes by hash keeps its own; the inline portal then remembers its place without the address. */
const mayWrite = (mode: AddressParts['mode']): boolean =>
  mode === 'dialog' || window.location.hash === '' || readHash(window.location.hash) !== undefined

const writeHash: Write = (address, how) => {
  const { history } = window
  if (how === 'push') history.pushState(history.state, '', toHash(address))
  else history.replaceState(history.state, '', toHash(address))
}

/** The dialog's address is an own step in history; what stood there before comes back when it closes. */
const useHashWhileOpen = ({ mode, page }: AddressParts) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count; `page` is where it starts
  useEffect(() => {
    if (mode === 'inline') return
    const { pathname, search, hash } = window.location
    const before = readHash(hash) ? '' : hash
    if (!readHash(hash)) writeHash({ slug: page ?? '', search: '' }, 'push')
    return () => {
      if (!readHash(window.location.hash)) return
      window.history.replaceState(window.history.state, '', `${pathname}${search}${before}`)
    }
  }, [mode])
}

const isSame = (one: PortalAddress, other: PortalAddress): boolean =>
  one.slug === other.slug && one.search === other.search

/**
 * Follows the steps of the browser. One that would lose unsaved work is taken back by writing the old address again,
 * which is where the back button then leads from once she agreed.
 */
const useBrowserSteps = (
  { host, mode }: AddressParts,
  guard: UnsavedGuard,
  { now, set }: { now: () => PortalAddress; set(address: PortalAddress): void },
) => {
  useEffect(() => {
    const look = () => {
      const next = readHash(window.location.hash)
      if (next ? isSame(next, now()) : mode === 'inline') return
      if (guard.isDirty()) {
        writeHash(now(), 'push')
        guard.leave(() => window.history.back())
      } else if (next) set(next)
      else host.removeAttribute('open')
    }
    window.addEventListener('popstate', look)
    window.addEventListener('hashchange', look)
    return () => {
      window.removeEventListener('popstate', look)
      window.removeEventListener('hashchange', look)
    }
  }, [host, mode, guard, now, set])
}

/** Where in the portal somebody is, read from the hash and written to it. */
export const usePortalAddress = (parts: AddressParts, guard: UnsavedGuard): { address: PortalAddress; go: Write } => {
  const { mode, page } = parts
  const [address, setAddress] = useState<PortalAddress>(
    () => readHash(window.location.hash) ?? { slug: page ?? '', search: '' },
  )
  const shown = useRef(address)
  const set = useCallback((next: PortalAddress) => {
    shown.current = next
    setAddress((now) => (isSame(now, next) ? now : next))
  }, [])
  const now = useCallback(() => shown.current, [])
  useHashWhileOpen(parts)
  useBrowserSteps(parts, guard, { now, set })
  const go = useCallback<Write>(
    (next, how) => {
      if (mayWrite(mode)) writeHash(next, how)
      set(next)
    },
    [mode, set],
  )
  const firstPage = useRef(page)
  useEffect(() => {
    if (page === firstPage.current) return
    firstPage.current = page
    if (page) guard.leave(() => go({ slug: page, search: '' }, 'push'))
  }, [page, go, guard])
  return { address, go }
}
