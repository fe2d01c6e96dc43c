/**
 * The part of X.509 (RFC 5280 §4.1) that a diagnosis shows: dates, subject, kind and size of the key. Nothing is
 * trusted because of it; the backend verifies certificates with a library that is too large for this page.
 */
interface CertificateFacts {
  /** Common name, or else the last part of the subject. */
  subject: string
  notBefore: number
  notAfter: number
  key: 'rsa' | 'ec' | 'other'
  /** Size of an RSA key. */
  bits: number
}

interface Part {
  tag: number
  bytes: Uint8Array
}

const SEQUENCE = 0x30
const VERSION = 0xa0
const UTC_TIME = 0x17
const RSA = '2a864886f70d010101'
const EC = '2a8648ce3d0201'
const COMMON_NAME = '550403'

/** Returns the parts of a constructed value (X.690 §8.1). @throws RangeError for a damaged one */
const partsOf = (bytes: Uint8Array): Part[] => {
  const parts: Part[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0
    const first = bytes[at + 1] ?? 0xff
    const more = first < 0x80 ? 0 : first & 0x7f
    if (more > 3) throw new RangeError('Length')
    let length = more === 0 ? first : 0
    for (let place = 0; place < more; place += 1) length = length * 256 + (bytes[at + 2 + place] ?? 0)
    const start = at + 2 + more
    if (start + length > bytes.length) throw new RangeError('Length')
    parts.push({ tag, bytes: bytes.subarray(start, start + length) })
    at = start + length
  }
  return parts
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const part = (parts: readonly Part[], at: number): Part => {
  const found = parts[at]
  if (!found) throw new RangeError('Missing')
  return found
}

/** Parses a time; two digits are for years up to 2049 (RFC 5280 §4.1.2.5). */
const timeOf = ({ tag, bytes }: Part): number => {
  const text = textOf(bytes)
  const full = tag === UTC_TIME ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? []
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  if (Number.isNaN(time)) throw new RangeError('Time')
  return time
}

const subjectOf = ({ bytes }: Part): string => {
  const names = partsOf(bytes).flatMap((set) => partsOf(set.bytes).map((pair) => partsOf(pair.bytes)))
  const common = names.find(([type]) => type && hex(type.bytes) === COMMON_NAME) ?? names.at(-1)
  return textOf(common?.[1]?.bytes ?? new Uint8Array())
}

const keyOf = ({ bytes }: Part): Pick<CertificateFacts, 'key' | 'bits'> => {
  const [algorithm, value] = partsOf(bytes)
  const kind = algorithm && hex(part(partsOf(algorithm.bytes), 0).bytes)
  if (kind === EC) return { key: 'ec', bits: 0 }
  if (kind !== RSA || !value) return { key: 'other', bits: 0 }
  // A bit string begins with the number of unused bits.
  const modulus = part(partsOf(part(partsOf(value.bytes.subarray(1)), 0).bytes), 0).bytes
  return { key: 'rsa', bits: (modulus[0] === 0 ? modulus.length - 1 : modulus.length) * 8 }
}

/** Returns the facts of a certificate; `undefined` for anything else. */
export const readCertificate = (bytes: Uint8Array): CertificateFacts | undefined => {
  try {
    const certificate = part(partsOf(bytes), 0)
    const body = part(partsOf(certificate.bytes), 0)
    if (certificate.tag !== SEQUENCE || body.tag !== SEQUENCE) return undefined
    const all = partsOf(body.bytes)
    const [, , , validity, subject, key] = all[0]?.tag === VERSION ? all.slice(1) : all
    if (!validity || !subject || !key) return undefined
    const [notBefore, notAfter] = partsOf(validity.bytes)
    if (!notBefore || !notAfter) return undefined
    return { subject: subjectOf(subject), notBefore: timeOf(notBefore), notAfter: timeOf(notAfter), ...keyOf(key) }
  } catch {
    return undefined
  }
}
