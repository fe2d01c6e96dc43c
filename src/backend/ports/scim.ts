import type { Caller } from '../call/caller.ts'

/** A request below the SCIM endpoint, as the edge passes it on. */
export interface ScimRequest {
  caller: Caller
  method: string
  /** Path below the endpoint, such as `Users/2819c223`. */
  path: string
  query: Readonly<Record<string, string | undefined>>
  /** @throws Refusal for a body that isn't a JSON object, or is larger than `maxBytes` */
  readBody(maxBytes?: number): Promise<Readonly<Record<string, unknown>>>
}

export interface ScimResponse {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}
