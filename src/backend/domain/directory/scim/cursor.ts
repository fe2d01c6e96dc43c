import type { Ports } from '../../../ports.ts'
import { isObject } from '../provisioning/directory-facts.ts'
import { scimRefusal } from './scim-error.ts'

/** The end of the last page: the value it was sorted by, and the id that breaks ties. */
export interface Place {
  value: string | number | boolean | null
  id: string
}

/** The lifetime of a cursor, in seconds (RFC 9865 §2.1). */
export const CURSOR_SECONDS = 3_600

const encode = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const decode = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0),
  )

/** Signs a cursor for the list that `query` describes; the cursor is valid only for the same list. */
const signatureOf = (ports: Ports, query: string, payload: string): Promise<string> =>
  ports.keyedHash('scim-cursor', `${query} ${payload}`)

export const writeCursor = async (ports: Ports, query: string, place: Place): Promise<string> => {
  const payload = encode(JSON.stringify({ ...place, at: ports.clock.now() }))
  return `${payload}.${await signatureOf(ports, query, payload)}`
}

const invalid = () => scimRefusal('invalidCursor', 'The cursor doesn’t belong to this list')

/**
 * Reads the place in a cursor.
 *
 * @throws ScimRefusal invalidCursor or expiredCursor
 */
export const readCursor = async (ports: Ports, query: string, cursor: string): Promise<Place> => {
  const [payload = '', signature = ''] = cursor.split('.')
  if (signature === '' || (await signatureOf(ports, query, payload)) !== signature) throw invalid()
  const read: unknown = JSON.parse(decode(payload))
  if (!isObject(read)) throw invalid()
  if (ports.clock.now() - Number(read.at) > CURSOR_SECONDS * 1_000) {
    throw scimRefusal('expiredCursor', 'The cursor has expired. Start again with the first page')
  }
  // The payload is signed, so `writeCursor` wrote it.
  return { value: read.value as Place['value'], id: String(read.id) }
}
