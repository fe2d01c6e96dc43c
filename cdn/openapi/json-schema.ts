/** The part of JSON Schema 2020-12 that the contract needs. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  not?: JsonSchema
  [keyword: string]: unknown
}

export type Definitions = Record<string, JsonSchema>

/** Location of components in an OpenAPI document. */
export const COMPONENTS = '#/components/schemas/'
