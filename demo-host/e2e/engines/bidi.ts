import type WebSocket from 'ws'
import type { Json } from './tab.ts'

/** No command of a flow takes longer, not even a navigation on a busy machine. */
const COMMAND_MS = 60_000

export interface BidiConnection {
  /** Sends a command; rejects with the error of the browser. */
  send(method: string, params: { [key: string]: Json }): Promise<Json | undefined>
  onEvent(listener: (method: string, params: { [key: string]: Json }) => void): void
}

interface Reply {
  id?: number
  type: 'success' | 'error' | 'event'
  method?: string
  params?: { [key: string]: Json }
  result?: Json
  error?: string
  message?: string
}

/** Sends commands and receives their results over one socket. */
export const connectBidi = (socket: WebSocket): BidiConnection => {
  const pending = new Map<number, (reply: Reply) => void>()
  const listeners: ((method: string, params: { [key: string]: Json }) => void)[] = []
  let newest = 0
  const failAll = () => {
    for (const [, settle] of pending) settle({ type: 'error', error: 'closed', message: 'The browser has ended' })
  }
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id !== undefined) pending.get(reply.id)?.(reply)
    else for (const listener of listeners) listener(reply.method ?? '', reply.params ?? {})
  })
  socket.on('close', failAll)
  socket.on('error', failAll)
  return {
    onEvent: (listener) => void listeners.push(listener),
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++newest
        const timer = setTimeout(() => settle({ type: 'error', error: 'timeout' }), COMMAND_MS)
        const settle = ({ type, result, error, message }: Reply) => {
          clearTimeout(timer)
          pending.delete(id)
          if (type === 'success') resolve(result)
          else reject(new Error(`${method}: ${error} ${message ?? ''}`))
        }
        pending.set(id, settle)
        socket.send(JSON.stringify({ id, method, params }))
      }),
  }
}
