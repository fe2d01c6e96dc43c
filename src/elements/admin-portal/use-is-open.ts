import { useEffect, useState } from 'react'
import { readHash } from './portal-hash.ts'

/** Returns `true` inline; as a dialog, whether `open` is set, which a deep link in the URL does too. */
export const useIsOpen = (host: HTMLElement, mode: 'inline' | 'dialog', open: boolean | undefined): boolean => {
  const [isLinked, setLinked] = useState(false)
  useEffect(() => {
    if (mode === 'inline') return
    const look = () => {
      const isHere = readHash(window.location.hash) !== undefined
      setLinked(isHere)
      if (isHere) host.setAttribute('open', 'true')
    }
    look()
    window.addEventListener('hashchange', look)
    window.addEventListener('popstate', look)
    return () => {
      window.removeEventListener('hashchange', look)
      window.removeEventListener('popstate', look)
    }
  }, [host, mode])
  return mode === 'inline' || open === true || (isLinked && host.hasAttribute('open'))
}
