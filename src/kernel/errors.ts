/** Shown when the response has no readable message. */
export const GENERIC_MESSAGE = "We're facing some difficulties, Please try again"

/** The API responded with a failure; `message` can be shown to users. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    message: string,
    readonly status: number,
    /** Seconds to wait, from `Retry-After`. */
    readonly retryAfter?: number,
    /** The parsed body, for callers that need more than the status. */
    readonly body?: unknown,
  ) {
    super(message)
  }
}

/** There was no response: offline, DNS, CORS, or the connection was cut. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The time limit of the call (including refresh and retry) was exceeded. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** An option of `init` has a wrong type or value; `option` is its path, such as `contextOptions.baseUrl`. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
  constructor(
    readonly option: string,
    message: string,
  ) {
    super(message)
  }
}

/** Two apps have the same name but different base URLs. */
export class StoreNameMismatchError extends Error {
  override readonly name = 'StoreNameMismatchError'
}

/** An error whose `message` was written for the user. */
export class ReadableError extends Error {
  override readonly name = 'ReadableError'
}

/** Returns the message of an error: the API's, else `fallback`. No other code converts errors to text. */
export const messageOf = (error: unknown, fallback: string = GENERIC_MESSAGE): string => {
  const isReadable = error instanceof ReadableError || (error instanceof HttpError && error.status > 0)
  return isReadable && error.message ? error.message : fallback
}

/** Statuses below 500 after which the same request can succeed: not signed in, too slow, too early, too many. */
const PASSING = [401, 408, 425, 429]

/**
 * Returns whether the same request may succeed when it is sent again; a refusal with a reason would only be repeated.
 */
export const isRepeatable = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status >= 500 || PASSING.includes(error.status)

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
