/** Hashes by FNV-1a, 32 bits, which spreads similar seeds far apart. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Applies murmur3's finalizer: every bit of the hash depends on every other. */
const mixed = (hash: number): number => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/**
 * Derives the id of a built-in or sample record from its name: the same in every database, 122 bits, formatted like
 * every other id (RFC 9562 §5.4).
 */
export const stableId = (name: string): string => {
  const words = [0, 1, 2, 3].map((at) =>
    mixed(hashOf(`${at} ${name} ${at}`))
      .toString(16)
      .padStart(8, '0'),
  )
  const hex = words.join('')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}
