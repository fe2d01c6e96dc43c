const MAX_BYTES = 300_000
/** A binary certificate (DER) begins with a sequence. */
const SEQUENCE = 0x30

const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Returns the text of a file, with binary certificates as base64; `undefined` if it is too large. */
export const readFile = async (file: Blob): Promise<string | undefined> => {
  if (file.size > MAX_BYTES) return undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  return bytes[0] === SEQUENCE && bytes[1] === 0x82 ? base64Of(bytes) : new TextDecoder().decode(bytes)
}
