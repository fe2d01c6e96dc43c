import type { Logger } from '../kernel/logger.ts'
import { isRecord, jsonText, parseJson } from '../kernel/safe-json.ts'
import type { KeyValue } from '../kernel/storage.ts'

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
  /** A refresh failed temporarily; other tabs need not try before that time. */
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
      log.info('There is no channel between tabs', error)
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

/** The part of a window that reports what other tabs stored. */
interface StorageEvents {
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
}

const isSignOut = (message: unknown): boolean => isRecord(message) && message.type === 'sign-out'

/**
 * Opens a channel for browsers without BroadcastChannel, where other tabs are notified of a logout by the event of a
 * stored value (HTML standard, `storage`). It sends nothing else: tokens are never stored.
 */
export const openStorageChannel = (name: string, local: KeyValue, page: StorageEvents): Channel => {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== name || newValue === null) return
    const message = parseJson(newValue)
    if (isSignOut(message)) channel.onmessage?.({ data: message })
  }
  page.addEventListener('storage', hear)
  const channel: Channel = {
    onmessage: null,
    postMessage(message) {
      if (!isSignOut(message)) return
      local.set(name, jsonText(message))
      local.remove(name)
    },
    close: () => page.removeEventListener('storage', hear),
  }
  return channel
}
