/** What the backend knows of a request besides its input. */
export interface Caller {
  /** IP address of the peer as the host measured it; never taken from a header. */
  address: string | undefined
  userAgent: string
  origin: string | undefined
  header(name: string): string | undefined
  cookie(name: string): string | undefined
}

/** What a handler may set besides the response body. */
export interface Reply {
  status: number
  headers: Headers
}
