import { Client } from 'pg'

/** The triggers of `policies` and `permissions` send here the name of the table that changed (migration 0040). */
const CHANNEL = 'front_entry_changes'

/** First delay before a lost connection is opened again; each further attempt waits twice as long. */
const RETRY_MS = { first: 250, max: 30_000 }

/** Milliseconds until the operating system checks an idle connection, which could otherwise be lost unnoticed. */
const KEEP_ALIVE_MS = 10_000

const CONNECT_TIMEOUT_MS = 5_000

interface Listening {
  /** Called with the table that has changed; with `undefined` after a time in which changes may have been missed. */
  onChange(table: string | undefined): void
  /** The connection listens, for the first time or again. */
  onListening?(): void
}

/**
 * Listens for changes that any process makes to vendor settings and permissions. It needs its own connection to the
 * server, because a pooler in transaction mode doesn't forward notifications. A lost connection is reopened; `onChange`
 * is then called without a table, because changes may have been missed. Nothing is logged, because calls that need the
 * database log an outage themselves.
 *
 * @param url of the server, not of a pooler in transaction mode
 * @example const end = listenForChanges(url, { onChange: () => forget() })
 */
export const listenForChanges = (url: string, { onChange, onListening }: Listening): (() => Promise<void>) => {
  let isEnded = false
  let retryMs = RETRY_MS.first
  let retry: NodeJS.Timeout | undefined
  let current: Client | undefined

  const open = async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'front-entry changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    current = client
    client.on('notification', ({ payload }) => onChange(payload || undefined))
    // The end event that follows opens the next connection.
    client.on('error', () => undefined)
    client.once('end', () => {
      if (current === client) again()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch {
      // A connection that failed may end without an event.
      await client.end().catch(() => undefined)
      if (current === client) again()
      return
    }
    retryMs = RETRY_MS.first
    onChange(undefined)
    onListening?.()
  }

  const again = () => {
    current = undefined
    if (isEnded) return
    retry = setTimeout(() => void open(), retryMs).unref()
    retryMs = Math.min(2 * retryMs, RETRY_MS.max)
  }

  void open()
  return async () => {
    isEnded = true
    clearTimeout(retry)
    const last = current
    current = undefined
    await last?.end().catch(() => undefined)
  }
}
