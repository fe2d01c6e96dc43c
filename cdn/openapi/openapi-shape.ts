const stringList = { type: 'array', items: { type: 'string' } }
const content = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'object', required: ['schema'], properties: { schema: { $ref: '#/$defs/schema' } } },
}
const security = { type: 'array', items: { type: 'object', additionalProperties: stringList } }
const servers = {
  type: 'array',
  items: {
    type: 'object',
    required: ['url'],
    properties: { url: { type: 'string' }, description: { type: 'string' } },
  },
}

/** The rules of OpenAPI 3.1 for the parts that our description uses, stricter where it allows more. */
export const OPENAPI_SHAPE = {
  $defs: {
    schema: { type: 'object', minProperties: 1 },
    parameter: {
      type: 'object',
      required: ['name', 'in'],
      properties: {
        name: { type: 'string', minLength: 1 },
        in: { enum: ['path', 'query', 'header', 'cookie'] },
        required: { const: true },
        description: { type: 'string' },
        style: { enum: ['form'] },
        explode: { type: 'boolean' },
        schema: { $ref: '#/$defs/schema' },
        content: { ...content, maxProperties: 1 },
      },
      additionalProperties: false,
      oneOf: [{ required: ['schema'] }, { required: ['content'] }],
      if: { properties: { in: { const: 'path' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['required'] },
    },
    response: {
      oneOf: [
        {
          type: 'object',
          required: ['description'],
          properties: { description: { type: 'string', minLength: 1 }, content },
          additionalProperties: false,
        },
        {
          type: 'object',
          required: ['$ref'],
          properties: { $ref: { const: '#/components/responses/Error' } },
          additionalProperties: false,
        },
      ],
    },
    operation: {
      type: 'object',
      required: ['operationId', 'parameters', 'responses'],
      properties: {
        operationId: { type: 'string', pattern: '^[a-zA-Z]+\\.[a-zA-Z0-9]+$' },
        tags: stringList,
        'x-operations': { ...stringList, minItems: 2 },
        security,
        servers,
        parameters: { type: 'array', items: { $ref: '#/$defs/parameter' } },
        requestBody: {
          type: 'object',
          required: ['content'],
          properties: { required: { type: 'boolean' }, content },
          additionalProperties: false,
        },
        responses: {
          type: 'object',
          minProperties: 2,
          required: ['default'],
          patternProperties: { '^([1-5](\\d\\d|XX)|default)$': { $ref: '#/$defs/response' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components'],
  properties: {
    openapi: { const: '3.1.0' },
    jsonSchemaDialect: { type: 'string', pattern: '^https://' },
    info: { type: 'object', required: ['title', 'version'] },
    servers,
    security,
    paths: {
      type: 'object',
      patternProperties: {
        '^/': {
          type: 'object',
          minProperties: 1,
          propertyNames: { enum: ['get', 'put', 'post', 'delete', 'patch'] },
          additionalProperties: { $ref: '#/$defs/operation' },
        },
      },
      additionalProperties: false,
    },
    components: {
      type: 'object',
      properties: {
        schemas: {
          type: 'object',
          propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' },
          additionalProperties: { $ref: '#/$defs/schema' },
        },
        responses: { type: 'object' },
        securitySchemes: { type: 'object' },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
} as const
