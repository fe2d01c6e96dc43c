/** Facts about a request besides its input. */
export interface Caller {
  /** IP address of the client as the host measured it; handlers never read it from a header. */
  ipAddress: string | undefined
  userAgent: string
  origin: string | undefined
  /** Query of the request as it was sent, for signatures that cover its encoding. */
  rawQuery?: string
  header(name: string): string | undefined
  /** Returns every cookie of that name: a page of another host on the site can add one. */
  cookies(name: string): readonly string[]
  /** The user who impersonates the user of this request; audit rows name both. */
  impersonator?: { id: string; email: string }
}

/** Values that a handler may set besides the response body. */
export interface Reply {
  status: number
  headers: Headers
}

/** The caller of changes that no request caused. */
export const SYSTEM_CALLER: Caller = {
  ipAddress: undefined,
  userAgent: '',
  origin: undefined,
  header: () => undefined,
  cookies: () => [],
}
