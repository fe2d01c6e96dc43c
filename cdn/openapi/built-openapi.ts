import type { WireSchemas } from '../../src/backend/adapters/validate.ts'
import type { OpenApi } from './document.ts'

export interface BuiltOpenApi {
  /** The published document. */
  openapi: OpenApi
  /** Input of `createValidator` and `createResponseChecker`. */
  schemas: WireSchemas
}
