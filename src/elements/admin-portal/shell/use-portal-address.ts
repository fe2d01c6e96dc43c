import { useCallback, useEffect, useRef, useState } from 'react'
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
const useHashWhileOpen = ({ host, mode, page }: AddressParts) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count; `page` is where it starts
  useEffect(() => {
    if (mode === 'inline') return
    const { pathname, search, hash } = window.location
    const before = readHash(hash) ? '' : hash
    if (!readHash(hash)) writeHash({ slug: page ?? '', search: '' }, 'push')
    const look = () => {
      if (!readHash(window.location.hash)) host.removeAttribute('open')
    }
    window.addEventListener('popstate', look)
    return () => {
      window.removeEventListener('popstate', look)
      if (!readHash(window.location.hash)) return
      window.history.replaceState(window.history.state, '', `${pathname}${search}${before}`)
    }
  }, [host, mode])
}

/** Where in the portal somebody is, read from the hash and written to it. */
export const usePortalAddress = (parts: AddressParts): { address: PortalAddress; go: Write } => {
  const { mode, page } = parts
  const [address, setAddress] = useState<PortalAddress>(
    () => readHash(window.location.hash) ?? { slug: page ?? '', search: '' },
  )
  useHashWhileOpen(parts)
  useEffect(() => {
    const look = () => {
      const next = readHash(window.location.hash)
      if (next) setAddress((now) => (now.slug === next.slug && now.search === next.search ? now : next))
    }
    window.addEventListener('popstate', look)
    window.addEventListener('hashchange', look)
    return () => {
      window.removeEventListener('popstate', look)
      window.removeEventListener('hashchange', look)
    }
  }, [])
  const go = useCallback<Write>(
    (next, how) => {
      if (mayWrite(mode)) writeHash(next, how)
      setAddress(next)
    },
    [mode],
  )
  const firstPage = useRef(page)
  useEffect(() => {
    if (page === firstPage.current) return
    firstPage.current = page
    if (page) go({ slug: page, search: '' }, 'push')
  }, [page, go])
  return { address, go }
}
