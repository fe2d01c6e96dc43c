import { randomUUID } from 'node:crypto'

/** A UUID or another hexadecimal number; any other text could be a secret or a forged log line. */
const ID = /^[0-9a-f-]{16,64}$/i

/** W3C Trace Context §3.2: version, trace ID, parent ID, flags. */
const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Returns the ID that a proxy assigned to the request, else its trace ID, else a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get('X-Request-Id') ?? ''
  if (ID.test(given)) return given
  return TRACE_PARENT.exec(headers.get('traceparent') ?? '')?.[1] ?? randomUUID()
}
