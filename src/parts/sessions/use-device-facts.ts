import { useEffect, useState } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { DeviceFacts } from './device-facts.ts'

type Read = (userAgent: string) => DeviceFacts | undefined

const UNKNOWN: Read = () => undefined

const guarded =
  (read: Read): Read =>
  (userAgent) => {
    // The parser refuses an empty text.
    if (!userAgent.trim()) return undefined
    try {
      return read(userAgent)
    } catch {
      return undefined
    }
  }

/** The parser of user agents is a chunk of its own; until it is there nothing is known. */
export const useDeviceFacts = (): Read => {
  const [read, setRead] = useState<Read>(() => UNKNOWN)
  useEffect(() => {
    let current = true
    loadChunk(() => import('./device-facts.ts')).then(
      ({ readUserAgent }) => current && setRead(() => guarded(readUserAgent)),
      () => undefined, // the raw text is shown
    )
    return () => {
      current = false
    }
  }, [])
  return read
}
