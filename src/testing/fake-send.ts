import type { CallOptions, Send, WireInput } from '../contract/client.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'

interface SentCall extends WireInput {
  endpoint: AnyEndpoint
  signal?: AbortSignal | undefined
  keepalive?: boolean
}

interface FakeSend {
  send: Send
  /** All requests so far, oldest first. */
  calls: SentCall[]
  /** Sets the response of an endpoint from now on; a function may throw. */
  respond(endpoint: AnyEndpoint, reply: (input: WireInput) => unknown): void
  /** Returns the inputs of an endpoint's requests. */
  inputsOf(endpoint: AnyEndpoint): WireInput[]
}

/** Creates a transport without a network: endpoints respond as the test defines, and all others throw. */
export const createFakeSend = (): FakeSend => {
  const replies = new Map<AnyEndpoint, (input: WireInput) => unknown>()
  const calls: SentCall[] = []
  return {
    calls,
    async send(endpoint, input, options?: CallOptions) {
      const { signal, keepalive } = options ?? {}
      calls.push({ endpoint, ...input, signal, ...(keepalive && { keepalive }) })
      const reply = replies.get(endpoint)
      if (!reply) throw new Error(`No response for ${endpoint.method} ${endpoint.path}`)
      return reply(input)
    },
    respond: (endpoint, reply) => {
      replies.set(endpoint, reply)
    },
    inputsOf: (endpoint) =>
      calls
        .filter((call) => call.endpoint === endpoint)
        .map(({ path, query, body }) => ({
          ...(path && { path }),
          ...(query && { query }),
          ...(body !== undefined && { body }),
        })),
  }
}
