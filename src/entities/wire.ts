/** Time on the wire: ISO 8601 text or milliseconds since the epoch; backends send either. */
export type WireDate = string | number

/** Any JSON value, where the wire leaves the shape open. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

export type JsonObject = { [key: string]: JsonValue }

/** JSON in a string, such as `{"plan":"gold"}`. */
export type JsonText = string

/** Several values joined by commas. */
export type CommaSeparated = string

/** Base64url without padding (RFC 4648 §5). */
export type Base64Url = string

/** Base64 of a JSON text. */
export type Base64Json = string

/** A response that is not read; the server may send anything or nothing. */
export type Ignored = object | JsonValue | void

/** The literal `{}` that some calls send as their body. */
export interface EmptyBody {
  [key: string]: never
}
