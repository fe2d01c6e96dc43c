import type { BodyOf, Endpoint, EndpointTable, PathParams, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import type { AuditEntry, Auth } from '../call/auth.ts'
import type { Caller, Reply } from '../call/caller.ts'
import type { Ports } from '../ports.ts'
import type { InLine } from '../store/queue.ts'

/** The ports, and the values that one backend derives from them once. */
export interface InnerPorts extends Ports {
  /** Returns a hash of a random text, made with the settings of real ones: verifying it takes the same time. */
  dummyHash(): Promise<string>
  /** Runs tasks of the same name one at a time, within this process. */
  inLine: InLine
}

type PathOf<E> = E extends Endpoint<infer _Q, infer _B, infer _A, infer Path> ? PathParams<Path> : never
type RawQuery<Query> = { readonly [name in keyof Query]?: string }

export interface Call<E> {
  ports: InnerPorts
  path: PathOf<E>
  /** Strings from the URL, read with `read.ts`. */
  query: RawQuery<QueryOf<E>>
  /** A JSON object; its fields are read with `read.ts`, because a browser host validates nothing. */
  body: BodyOf<E>
  caller: Caller
  reply: Reply
  /** Reads the JSON object of a raw request. Pass a larger limit only for callers who have been authenticated. */
  readBody(maxBytes?: number): Promise<Record<string, unknown>>
  /** Reads the text of a raw request, for signatures that cover it as it was sent. */
  readText(): Promise<string>
  /** Writes a row of the audit log. */
  audit(entry: AuditEntry): Promise<void>
}

export interface SignedCall<E> extends Call<E> {
  auth: Auth
}

/**
 * The callers that a call allows: everyone, or signed-in users who hold the permission that the call's rules declare.
 */
type Access = 'public' | 'cookie' | 'signed-in'

export interface Handler<E> {
  access: Access
  /** OAuth defines its own error responses and allows form bodies, so the handler validates its input. */
  isOauth?: true
  /** The handler authenticates its caller and reads its body itself, under the rules of another standard. */
  isRaw?: true
  /**
   * API tokens may make the call too. Calls whose rules declare a permission don't need this, and calls that concern
   * only a user must not set it.
   */
  machines?: true
  /** The call compares or hashes a password. While too many wait to do so, it is refused before its body is read. */
  hashes?: true
  /** The call lists the accounts of its caller, whose memberships are then read with the session. */
  withMemberships?: true
  run(call: SignedCall<E>): Promise<ResponseOf<E>>
}

export type Handlers<Table extends EndpointTable> = { readonly [operation in keyof Table]: Handler<Table[operation]> }

/** Creates the handler of a public call. Its type has no `auth`, because there is none. */
export const open = <E>(run: (call: Call<E>) => Promise<ResponseOf<E>>): Handler<E> => ({ access: 'public', run })

/**
 * Creates the handler of a public call that acts on the refresh cookie: state changes need an allowed origin and a JSON
 * content type.
 */
export const byCookie = <E>(run: (call: Call<E>) => Promise<ResponseOf<E>>): Handler<E> => ({ access: 'cookie', run })

/** Creates the handler of a public call under the rules of OAuth 2.0 and OpenID Connect. */
export const byOauth = <E>(run: (call: Call<E>) => Promise<ResponseOf<E> | string>): Handler<E> => ({
  access: 'public',
  isOauth: true,
  // A string is a page or a URL, see `encoded`.
  run: run as Handler<E>['run'],
})

/** Creates a handler that is public at the edge: the protocol has its own tokens, media types and errors. */
export const raw = <E>(run: (call: Call<E>) => Promise<unknown>): Handler<E> => ({
  access: 'public',
  isRaw: true,
  // The response has the shape of the protocol.
  run: run as Handler<E>['run'],
})

/**
 * Creates the handler of a call for signed-in users. If its rules declare a permission, users and API tokens without it
 * are refused; otherwise API tokens are.
 */
export const signedIn = <E>(run: (call: SignedCall<E>) => Promise<ResponseOf<E>>): Handler<E> => ({
  access: 'signed-in',
  run,
})

/** Creates the handler of a call that API tokens may make too, although its rules declare no permission. */
export const authenticated = <E>(run: (call: SignedCall<E>) => Promise<ResponseOf<E>>): Handler<E> => ({
  ...signedIn(run),
  machines: true,
})

/**
 * Returns a file or a stream as the result of a handler, which the edge sends as it is: the contract has no type for
 * files, or describes their content.
 */
export const asFile = <Content = undefined>(file: Blob | ReadableStream<Uint8Array>): Content =>
  file as unknown as Content
