import type { Ports } from '../../../ports.ts'
import { isObject } from './normalize.ts'
import { scimRefusal } from './scim-error.ts'

/** Where the last page ended: the value it was sorted by, and the id that breaks ties. */
export interface Place {
  value: string | number | boolean | null
  id: string
}

/** RFC 9865 §2.1: how long a cursor is good for, in seconds. */
export const CURSOR_SECONDS = 3_600

const encode = (text: string): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const decode = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.codePointAt(0) ?? 0),
  )

/** `query` is what the list is about; a cursor is good for the same list only. */
const signatureOf = (ports: Ports, query: string, payload: string): Promise<string> =>
  ports.keyedHash('scim-cursor', `${query} ${payload}`)

export const writeCursor = async (ports: Ports, query: string, place: Place): Promise<string> => {
  const payload = encode(JSON.stringify({ ...place, at: ports.clock.now() }))
  return `${payload}.${await signatureOf(ports, query, payload)}`
}

const invalid = () => scimRefusal('invalidCursor', 'The cursor doesn’t belong to this list')

/** @throws ScimRefusal invalidCursor or expiredCursor */
export const readCursor = async (ports: Ports, query: string, cursor: string): Promise<Place> => {
  const [payload = '', signature = ''] = cursor.split('.')
  if (signature === '' || (await signatureOf(ports, query, payload)) !== signature) throw invalid()
  const read: unknown = JSON.parse(decode(payload))
  if (!isObject(read)) throw invalid()
  if (ports.clock.now() - Number(read.at) > CURSOR_SECONDS * 1_000) {
    throw scimRefusal('expiredCursor', 'The cursor has expired. Start again with the first page')
  }
  // Signed, so it is what `writeCursor` wrote.
  return { value: read.value as Place['value'], id: String(read.id) }
}
