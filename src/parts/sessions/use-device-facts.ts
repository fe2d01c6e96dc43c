import { useEffect, useState } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { DeviceFacts } from './device-facts.ts'

type Read = (userAgent: string) => DeviceFacts | undefined

const UNKNOWN: Read = () => undefined

const guarded =
  (read: Read): Read =>
  (userAgent) => {
    // The parser rejects an empty string.
    if (!userAgent.trim()) return undefined
    try {
      return read(userAgent)
    } catch {
      return undefined
    }
  }

/**
 * Returns a function that parses user agents. The parser is a separate chunk; until it is loaded, the facts are
 * unknown.
 */
export const useDeviceFacts = (): Read => {
  const [read, setRead] = useState<Read>(() => UNKNOWN)
  useEffect(() => {
    let current = true
    loadChunk(() => import('./device-facts.ts')).then(
      ({ readUserAgent }) => current && setRead(() => guarded(readUserAgent)),
      () => undefined, // the raw text is shown instead
    )
    return () => {
      current = false
    }
  }, [])
  return read
}
