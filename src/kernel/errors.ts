/** Shown when the response has no readable message. */
export const GENERIC_MESSAGE = "We're facing some difficulties, Please try again"

/** The API responded with a failure; `message` is already fit to be shown. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    message: string,
    readonly status: number,
    /** Seconds to wait, from `Retry-After`. */
    readonly retryAfter?: number,
    /** The parsed body, for callers that branch on more than the status. */
    readonly body?: unknown,
  ) {
    super(message)
  }
}

/** No response: offline, DNS, CORS, connection cut. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The time limit of the call (refresh and retry included) ran out. */
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

/** Two apps with one name and different base URLs. */
export class StoreNameMismatchError extends Error {
  override readonly name = 'StoreNameMismatchError'
}

/** `message` was written for the user at the screen. */
export class ReadableError extends Error {
  override readonly name = 'ReadableError'
}

/** The only place where an error becomes words: what the API said, else `fallback`. */
export const messageOf = (error: unknown, fallback: string = GENERIC_MESSAGE): string => {
  const isReadable = error instanceof ReadableError || (error instanceof HttpError && error.status > 0)
  return isReadable && error.message ? error.message : fallback
}

/** Statuses below 500 after which the same request can succeed: signed in again, too slow, too early, too many. */
const PASSING = [401, 408, 425, 429]

/** Whether the same request may succeed when it is sent again; a refusal with a reason would be repeated as well. */
export const isRepeatable = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status >= 500 || PASSING.includes(error.status)

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
