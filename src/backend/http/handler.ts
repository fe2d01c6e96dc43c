import type { BodyOf, Endpoint, EndpointTable, PathParams, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import type { AuditEntry } from '../call/audit-entry.ts'
import type { Auth } from '../call/auth.ts'
import type { Caller, Reply } from '../call/caller.ts'
import type { Ports } from '../ports.ts'
import type { InLine } from '../store/queue.ts'

/** The ports, and what one backend makes of them once. */
export interface InnerPorts extends Ports {
  /** A hash of a random text, made with the settings of real ones: verifying it takes the same time. */
  dummyHash(): Promise<string>
  /** Runs what must not overlap for one name, within this process. */
  inLine: InLine
}

type PathOf<E> = E extends Endpoint<infer _Q, infer _B, infer _A, infer Path> ? PathParams<Path> : never
type RawQuery<Query> = { readonly [name in keyof Query]?: string }

export interface Call<E> {
  ports: InnerPorts
  path: PathOf<E>
  /** As in the URL: strings, read with `read.ts`. */
  query: RawQuery<QueryOf<E>>
  /** A JSON object; its fields are read with `read.ts`, because a browser host validates nothing. */
  body: BodyOf<E>
  caller: Caller
  reply: Reply
  /** The JSON object of a raw request. A larger limit than the usual one is for callers who have proven who they are. */
  readBody(maxBytes?: number): Promise<Record<string, unknown>>
  /** The text of a raw request, for signatures that cover it as it was sent. */
  readText(): Promise<string>
  /** Writes a row of the audit log. */
  audit(entry: AuditEntry): Promise<void>
}

export interface SignedCall<E> extends Call<E> {
  auth: Auth
}

/** Who may call: every caller, every signed-in user, or a member who holds the permission key in the tenant of the call. */
type Access = 'public' | 'cookie' | 'signed-in' | { permission: string }

export interface Handler<E> {
  access: Access
  /** OAuth says itself how a wrong request is refused, and that bodies may be forms: the handler judges its input. */
  isOauth?: true
  /** Authenticates its caller and reads its body by itself, under the rules of another standard. */
  isRaw?: true
  /** Also for API tokens; guarded calls are without this, what only concerns a user is not. */
  machines?: true
  run(call: SignedCall<E>): Promise<ResponseOf<E>>
}

export type Handlers<Table extends EndpointTable> = { readonly [operation in keyof Table]: Handler<Table[operation]> }

/** Public. There is no `auth`, which is why the type has none. */
export const open = <E>(run: (call: Call<E>) => Promise<ResponseOf<E>>): Handler<E> => ({ access: 'public', run })

/** Open, but it acts on the refresh cookie: state changes need an allowed origin and a JSON content type. */
export const byCookie = <E>(run: (call: Call<E>) => Promise<ResponseOf<E>>): Handler<E> => ({ access: 'cookie', run })

/** Open, under the rules of OAuth 2.0 and OpenID Connect. */
export const byOauth = <E>(run: (call: Call<E>) => Promise<ResponseOf<E> | string>): Handler<E> => ({
  access: 'public',
  isOauth: true,
  // A text is a page or an address, see `encoded`.
  run: run as Handler<E>['run'],
})

/** Public at the edge: the protocol has tokens, media types and errors of its own. */
export const raw = <E>(run: (call: Call<E>) => Promise<unknown>): Handler<E> => ({
  access: 'public',
  isRaw: true,
  // The response has the shape of the protocol.
  run: run as Handler<E>['run'],
})

export const signedIn = <E>(run: (call: SignedCall<E>) => Promise<ResponseOf<E>>): Handler<E> => ({
  access: 'signed-in',
  run,
})

/** For users and scripts alike, whatever they may do. */
export const authenticated = <E>(run: (call: SignedCall<E>) => Promise<ResponseOf<E>>): Handler<E> => ({
  ...signedIn(run),
  machines: true,
})

export const allowed = <E>(permission: string, run: (call: SignedCall<E>) => Promise<ResponseOf<E>>): Handler<E> => ({
  access: { permission },
  run,
})
