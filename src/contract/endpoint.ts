export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface EndpointFlags {
  /** Exempt from tokens: no bearer is attached and a 401 never starts a refresh. */
  noToken?: true
  /** The response is a file; `outputFileName` in the query names the download. */
  blob?: true
  /** The response is plain text. */
  text?: true
  /** The body is a `FormData`. */
  multipart?: true
  /** The body is sent as a form (RFC 6749, appendix B). */
  form?: true
  /** No cookie is sent: a standard provider allows only such calls from other origins. */
  anonymous?: true
  /** The caller may override `Authorization` with `jwt` in the call options. */
  jwt?: true
  /** Works only with the session cookies. */
  cookies?: true
  /** The response carries tokens that the session stores. */
  tokens?: true
  /** A browser navigation, not a fetch. */
  nav?: true
  /** Called from servers only. */
  server?: true
  /** No path prefix is added. */
  unprefixed?: true
  /** The package that defined this contract never calls it; servers still respond to it. */
  unused?: true
  /** Uploads and exports have a timeout of 60 s instead of 20 s. */
  long?: true
  /** A path value may span segments: its slashes are not encoded, as in `csv/v2`. */
  spans?: true
  /** Status 404 is a normal result, such as for an email without single sign-on. */
  mayMiss?: true
}

declare const shapes: unique symbol

/** One call of the wire. `Query`, `Body` and `Result` exist only as types. */
export interface Endpoint<Query, Body, Result, Path extends string = string> {
  readonly method: Method
  readonly path: Path
  readonly flags: EndpointFlags
  readonly [shapes]?: { query: Query; body: Body; response: Result }
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint is only ever used as a constraint
export type AnyEndpoint = Endpoint<any, any, any>
export type EndpointTable = Readonly<Record<string, AnyEndpoint>>

/**
 * Declares one endpoint; the first call sets the types, the second the data.
 *
 * @example endpoint<void, { token: string }, { name: string }>()('POST', '/identity/resources/tenants/invites/v1/verify')
 */
export const endpoint =
  <Query, Body, Result>() =>
  <const Verb extends Method, const Path extends string>(
    method: Verb,
    path: Path,
    flags: EndpointFlags = {},
  ): Endpoint<Query, Body, Result, Path> & { readonly method: Verb } => ({ method, path, flags })

/** Base of the paths of calls that the wire lacks. */
const OURS = '/identity/resources/fe/v1'

/**
 * Same as `endpoint` for a call of ours, which the wire lacks. Its path follows `/identity/resources/fe/v1`. A backend
 * without the call responds with 404, and the front end hides the control.
 *
 * @example ours<void, void, Member[]>()('GET', '/members')
 */
export const ours =
  <Query, Body, Result>() =>
  <const Verb extends Method, const Path extends string>(method: Verb, path: Path, flags?: EndpointFlags) =>
    endpoint<Query, Body, Result>()(method, `${OURS}${path}` as const, flags)

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name | keyof PathParams<Rest>]: string }
  : Record<never, string>

type PathOf<E> = E extends Endpoint<infer _Q, infer _B, infer _A, infer Path> ? Path : never
export type QueryOf<E> = E extends Endpoint<infer Query, infer _B, infer _A> ? Query : never
export type BodyOf<E> = E extends Endpoint<infer _Q, infer Body, infer _A> ? Body : never
export type ResponseOf<E> = E extends Endpoint<infer _Q, infer _B, infer Result> ? Result : never

type Part<Name extends string, Shape> = [Shape] extends [void]
  ? unknown
  : Record<never, never> extends Shape
    ? { [key in Name]?: Shape }
    : { [key in Name]: Shape }

type PathPart<Path extends string> = string extends Path
  ? unknown
  : keyof PathParams<Path> extends never
    ? unknown
    : { path: PathParams<Path> }

/** Input of a call: `path`, `query` and `body`, each only when the endpoint has it. */
export type InputOf<E> = PathPart<PathOf<E>> & Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>
