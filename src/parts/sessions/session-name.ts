import type { DeviceFacts } from './device-facts.ts'

const MAX_RAW_LENGTH = 60

interface SessionWords {
  on(device: { browser: string; system: string }): string
  unknown: string
}

/** Returns the name of a session: its browser and system, or its user agent as sent. */
export const nameOfSession = (userAgent: string, facts: DeviceFacts | undefined, words: SessionWords): string => {
  const { browser = '', system = '' } = facts ?? {}
  if (browser && system) return words.on({ browser, system })
  return browser || system || userAgent.slice(0, MAX_RAW_LENGTH) || words.unknown
}
