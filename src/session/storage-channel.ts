import { isRecord, parseJson } from '../kernel/safe-json.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { Channel } from './tab-channel.ts'

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
      local.set(name, JSON.stringify(message))
      local.remove(name)
    },
    close: () => page.removeEventListener('storage', hear),
  }
  return channel
}
