import type { CallOptions, Send, WireInput } from '../contract/client.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { HttpError } from '../kernel/errors.ts'

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

/** Refuses a request, as a response of `respond`. */
export const refused = (message: string, status = 400): never => {
  throw new HttpError(message, status)
}

/** Responds as a backend that lacks the call. */
export const missing = (): never => refused('Not found', 404)

export const refusedWith = (status: number) => (): never => refused(`Refused with ${status}`, status)

/** Returns the error of a promise that is rejected. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
