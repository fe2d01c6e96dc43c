const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const BASE64_URL = /^[A-Za-z0-9_-]+={0,2}$/

/** Decodes base64 of either alphabet; `undefined` for anything else. */
export const bytesOf = (text: string): Uint8Array | undefined => {
  const compact = text.replace(/\s/g, '')
  const standard = BASE64_URL.test(compact) ? compact.replaceAll('-', '+').replaceAll('_', '/') : compact
  if (!BASE64.test(standard) || standard.replace(/=+$/, '').length % 4 === 1) return undefined
  try {
    return Uint8Array.from(atob(standard), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const utf8Of = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return text
  }
}

/** Returns the value of a field in a pasted URL, query or form body, or else the text itself. */
export const fieldOf = (text: string): { name: string; value: string } => {
  const [, name, value] = /(?:^|[?&\s"'])(SAMLResponse|SAMLRequest)=([^&\s"']+)/.exec(text) ?? []
  if (name && value) return { name, value: value.includes('%') ? unescaped(value) : value }
  return { name: '', value: /^[\w+/=%-]+$/.test(text) && text.includes('%') ? unescaped(text) : text }
}

const MAX_INFLATED = 1_000_000

/** Decompresses raw DEFLATE (RFC 1951), which the redirect binding uses; `undefined` for damaged or too large data. */
export const inflate = async (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      size += value?.length ?? 0
      if (value) parts.push(value)
      if (size > MAX_INFLATED) {
        await reader.cancel()
        return undefined
      }
    }
  } catch {
    return undefined
  }
  const whole = new Uint8Array(size)
  parts.reduce((at, each) => {
    whole.set(each, at)
    return at + each.length
  }, 0)
  return whole
}
