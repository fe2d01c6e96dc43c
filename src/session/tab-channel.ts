import type { Logger } from '../kernel/logger.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** The part of BroadcastChannel that is used. */
export interface Channel {
  onmessage: ((event: { data: unknown }) => void) | null
  postMessage(message: unknown): void
  close(): void
}

export type TabMessage =
  /** A new token; `login` when a user has just signed in. */
  | {
      type: 'token'
      reason: 'login' | 'refresh'
      value: string
      expiresIn: number
      receivedAt: number
      idToken?: string
    }
  | { type: 'sign-out'; sid?: string }
  /** A refresh failed temporarily; other tabs need not try before the time is over. */
  | { type: 'outage'; forMs: number; failures: number }

const isMessage = (data: unknown): data is TabMessage => {
  if (!isRecord(data)) return false
  if (data.type === 'sign-out') return data.sid === undefined || typeof data.sid === 'string'
  if (data.type === 'outage') return typeof data.forMs === 'number' && typeof data.failures === 'number'
  return (
    data.type === 'token' &&
    (data.reason === 'login' || data.reason === 'refresh') &&
    typeof data.value === 'string' &&
    typeof data.expiresIn === 'number' &&
    typeof data.receivedAt === 'number' &&
    (data.idToken === undefined || typeof data.idToken === 'string')
  )
}

interface TabChannel {
  post(message: TabMessage): void
  close(): void
}

/** Opens the channel to the other tabs; it does nothing if the browser lacks BroadcastChannel or denies it. */
export const openTabChannel = (
  factory: ((name: string) => Channel) | undefined,
  name: string,
  log: Logger,
  onMessage: (message: TabMessage) => void,
): TabChannel => {
  const open = (): Channel | undefined => {
    try {
      return factory?.(name)
    } catch (error) {
      log.info('Tabs cannot talk to each other here', error)
      return undefined
    }
  }
  const channel = open()
  if (channel) channel.onmessage = ({ data }) => isMessage(data) && onMessage(data)
  return {
    post(message) {
      try {
        channel?.postMessage(message)
      } catch (error) {
        log.info('A message to the other tabs was lost', error)
      }
    },
    close() {
      if (channel) channel.onmessage = null
      channel?.close()
    },
  }
}
