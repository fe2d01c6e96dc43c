import type { AnyEndpoint, EndpointTable, InputOf, ResponseOf } from './endpoint.ts'

export interface CallOptions {
  signal?: AbortSignal
  /** For endpoints with the `jwt` flag: the whole `Authorization` value. */
  jwt?: string
  /** Completes the request even while the page unloads; for its last request. */
  keepalive?: boolean
  /** Called when the API responded with a URL that the page redirects to; the call then never settles. */
  onLeave?(): void
}

export interface WireInput {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Sends one call; `http/` implements it, and tests and preview replace the fetch below it. */
export type Send = (endpoint: AnyEndpoint, input: WireInput, options?: CallOptions) => Promise<unknown>

type Call<E> =
  Record<never, never> extends InputOf<E>
    ? (input?: InputOf<E>, options?: CallOptions) => Promise<ResponseOf<E>>
    : (input: InputOf<E>, options?: CallOptions) => Promise<ResponseOf<E>>

export type Client<Tables extends Readonly<Record<string, EndpointTable>>> = {
  readonly [resource in keyof Tables]: {
    readonly [operation in keyof Tables[resource]]: Call<Tables[resource][operation]>
  }
}

/**
 * Binds endpoint tables to a transport. Each feature passes the tables it needs, so that a login box never loads the
 * portal's.
 *
 * @example const api = createClient(send, { users }); await api.users.list({ query: { _offset: 0, _limit: 20 } })
 */
export const createClient = <const Tables extends Readonly<Record<string, EndpointTable>>>(
  send: Send,
  tables: Tables,
): Client<Tables> => {
  const bind = (table: EndpointTable) =>
    Object.fromEntries(
      Object.entries(table).map(([operation, endpoint]) => [
        operation,
        (input: WireInput = {}, options?: CallOptions) => send(endpoint, input, options),
      ]),
    )
  const client = Object.fromEntries(Object.entries(tables).map(([resource, table]) => [resource, bind(table)]))
  // The wire seam: the mapped type mirrors exactly what the loop above builds.
  return client as Client<Tables>
}
