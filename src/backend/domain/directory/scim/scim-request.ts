import type { DirectoryCall } from '../provisioning/directory-call.ts'
import type { ScimObject } from '../provisioning/directory-facts.ts'

/** One operation on resources: a single request, or a part of a bulk request. */
export interface Operation {
  call: DirectoryCall
  method: string
  /** The segments of the path, such as `Users` and `2819c223`. */
  segments: readonly string[]
  query: Readonly<Record<string, unknown>>
  body: ScimObject
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}
