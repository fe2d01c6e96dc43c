import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { SAMPLE_PRICES } from '../../src/backend/sample/billing.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { createPaymentProvider, type Notification, type PaymentProvider } from './start.ts'

/**
 * The moment at which a request to the provider is held: as it arrives, or when it was processed and its response is
 * not sent yet.
 */
export type Side = 'before' | 'after'

/** Faults between the backend and the provider, for one customer. */
interface ConnectionFaults {
  isDown: boolean
  /** Returns whether the provider makes the change but no response arrives, regardless of the library's retries. */
  isResponseLost: (target: string) => boolean
  /** Runs at both sides of every request of the customer. */
  hold?: ((side: Side, target: string) => Promise<unknown> | undefined) | undefined
}

const HEALTHY: ConnectionFaults = { isDown: false, isResponseLost: () => false, hold: undefined }

const CHARGE = /^POST \/v1\/(subscriptions|invoices\/\w+\/pay)/

export const isCharge = (target: string): boolean => CHARGE.test(target)

interface Reply {
  status: number
  headers: Record<string, string>
  text: string
}

const textOf = async (incoming: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

/** Returns the provider's response, which is held until the network sends it. */
const perform = async (provider: PaymentProvider, incoming: IncomingMessage, text: string): Promise<Reply> => {
  const reply: Reply = { status: 500, headers: {}, text: '' }
  const { url, method, headers } = incoming
  const response = {
    writeHead(status: number, sent: Record<string, string>) {
      Object.assign(reply, { status, headers: sent })
      return response
    },
    end: (sent: string) => void Object.assign(reply, { text: sent }),
  }
  // These are the parts of both that the provider uses.
  const request = Object.assign(Readable.from([text]), { url, method, headers }) as unknown as IncomingMessage
  await provider.listener(request, response as unknown as ServerResponse)
  return reply
}

/** Starts the demo's payment provider at its own port, behind a connection with faults. */
export const startFaultyProvider = async (now: () => number) => {
  const faults = new Map<string, ConnectionFaults>()
  const notes = new Map<string, Notification>()
  const provider = createPaymentProvider({
    prices: SAMPLE_PRICES,
    now,
    notify: (note) => void notes.set(JSON.parse(note.body).data.object.customer, note),
  })

  const faultsOf = (given: string): ConnectionFaults => {
    const owner = [...provider.ledger.customers.values()].find(({ id, subscription, cards, invoices }) =>
      [id, subscription?.id, ...cards.map((card) => card.id), ...invoices.map((each) => each.id)].some(
        (each) => each && given.includes(each),
      ),
    )
    return faults.get(owner?.id ?? '') ?? HEALTHY
  }

  const server = await listen(async (incoming, response) => {
    const text = await textOf(incoming)
    const target = `${incoming.method} ${incoming.url?.split('?')[0]}`
    const found = faultsOf(`${incoming.url} ${text}`)
    if (found.isDown) return void incoming.socket.destroy()
    await found.hold?.('before', target)
    // The backend that sent it was killed in the meantime.
    if (incoming.socket.destroyed) return
    const reply = await perform(provider, incoming, text)
    await found.hold?.('after', target)
    if (found.isResponseLost(target)) return void incoming.socket.destroy()
    response.writeHead(reply.status, reply.headers).end(reply.text)
  }, 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    ledger: provider.ledger,
    /** Returns the last notification about a customer, signed. */
    noteOf: (customerId: string): Notification => {
      provider.ledger.changed(customerId)
      const note = notes.get(customerId)
      if (!note) throw new Error(`No notification about ${customerId}`)
      return note
    },
    setFaults: (customerId: string, given: Partial<ConnectionFaults>) =>
      void faults.set(customerId, { ...HEALTHY, ...given }),
    close: () => closeServer(server),
  }
}

export type FaultyProvider = Awaited<ReturnType<typeof startFaultyProvider>>
