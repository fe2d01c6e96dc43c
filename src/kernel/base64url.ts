/** Decodes base64url (RFC 4648 §5), and base64 too. Throws on anything else. */
export const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Encodes as base64url (RFC 4648 §5), without padding. */
export const fromBytes = (buffer: ArrayBuffer | Uint8Array): string => {
  const letters = [...new Uint8Array(buffer)].map((byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Decodes UTF-8 text, as in the parts of a JWT. Throws when it is not base64url. */
export const toText = (text: string): string => new TextDecoder().decode(toBytes(text))
