import { Refusal } from '../../../call/refusal.ts'

/** Error types of RFC 7644 §3.12 and RFC 9865 §2.3. */
type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount'

export const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

export class ScimRefusal extends Refusal {
  constructor(
    status: number,
    detail: string,
    readonly scimType?: ScimType,
    headers?: Readonly<Record<string, string>>,
  ) {
    super(status, [detail], headers)
  }
}

export const scimRefusal = (scimType: ScimType, detail: string): ScimRefusal => new ScimRefusal(400, detail, scimType)

/**
 * Returns whether a value was refused that has no effect on whether a user is active, so that a request which deactivates
 * the user is done without it. A malformed request is refused as a whole.
 */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof ScimRefusal && ['invalidValue', 'noTarget', 'mutability'].includes(error.scimType ?? '')

const scimTypeOf = (error: Refusal): ScimType | undefined => {
  if (error instanceof ScimRefusal) return error.scimType
  if (error.status === 409) return 'uniqueness'
  return error.status === 400 ? 'invalidValue' : undefined
}

/** Returns the body of an error response. */
export const errorBody = (error: Refusal) => {
  const scimType = scimTypeOf(error)
  return {
    schemas: [SCIM_ERROR],
    status: String(error.status),
    ...(scimType && { scimType }),
    detail: error.errors.join(' '),
  }
}
