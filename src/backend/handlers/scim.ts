import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { scim } from '../../contract/scim.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import { errorBody } from '../domain/directory/scim/scim-error.ts'
import { type Call, type Handlers, raw } from '../http/handler.ts'
import type { ScimResponse } from '../ports/scim.ts'

/** Media type of SCIM messages (RFC 7644 §3.1). */
const MEDIA_TYPE = 'application/scim+json'

type ScimCall = Pick<Call<AnyEndpoint>, 'ports' | 'caller' | 'reply' | 'readBody'> & {
  path: { path: string }
  query: Readonly<Record<string, string | undefined>>
}

const failed = ({ ports }: ScimCall, error: unknown): ScimResponse => {
  const refusal = error instanceof Refusal ? error : ports.refusalOf?.(error)
  if (refusal) return { status: refusal.status, body: errorBody(refusal), headers: refusal.headers }
  ports.log.error('A request of a directory failed', error)
  return { status: 500, body: errorBody(new Refusal(500, ['Something went wrong. Try again'])) }
}

const serve = (method: string) => async (call: ScimCall) => {
  const { ports, caller, reply, path, query, readBody } = call
  const { scim: server } = ports
  if (!server) throw notFound()
  const request = { caller, method, path: path.path, query, readBody }
  const { status, body, headers = {} } = await server(ports, request).catch((error: unknown) => failed(call, error))
  reply.status = status
  reply.headers.set('Content-Type', MEDIA_TYPE)
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value)
  return body
}

export const scimHandlers = {
  read: raw(serve('GET')),
  create: raw(serve('POST')),
  replace: raw(serve('PUT')),
  modify: raw(serve('PATCH')),
  remove: raw(serve('DELETE')),
} satisfies Handlers<typeof scim>
