import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import type { ScimObject } from '../provisioning/directory-facts.ts'

/** A request below the SCIM endpoint, as the edge passes it on. */
export interface ScimRequest {
  ports: Ports
  caller: Caller
  method: string
  /** Behind the endpoint, such as `Users/2819c223`. */
  path: string
  query: Readonly<Record<string, string | undefined>>
  /** @throws Refusal for a body that is no JSON object */
  readBody(): Promise<ScimObject>
}

export interface ScimResponse {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** One operation on resources: a request of its own, or one of a bulk request. */
export interface Operation {
  call: DirectoryCall
  method: string
  /** `Users`, `2819c223`. */
  segments: readonly string[]
  query: Readonly<Record<string, unknown>>
  body: ScimObject
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}
