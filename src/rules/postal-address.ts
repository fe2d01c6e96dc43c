import { isRecord, jsonText, parseJson } from '../kernel/safe-json.ts'

/** A postal address; each part may be empty. */
export interface PostalAddress {
  street: string
  street2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export const POSTAL_ADDRESS_PARTS = ['street', 'street2', 'city', 'state', 'postalCode', 'country'] as const

export const NO_POSTAL_ADDRESS: PostalAddress = {
  street: '',
  street2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
}

/** Names that other clients gave to the same parts. */
const ALIASES: Readonly<Record<string, keyof PostalAddress>> = {
  address: 'street',
  address1: 'street',
  address2: 'street2',
  postCode: 'postalCode',
  zip: 'postalCode',
}

const partsOf = (value: Readonly<Record<string, unknown>>): PostalAddress => {
  const found = { ...NO_POSTAL_ADDRESS }
  for (const [name, part] of Object.entries(value)) {
    const key = ALIASES[name] ?? POSTAL_ADDRESS_PARTS.find((known) => known === name)
    if (key && typeof part === 'string' && found[key] === '') found[key] = part
  }
  return found
}

/** Reads a stored address: an object, the same as JSON text, or one line of plain text. */
export const readPostalAddress = (value: unknown): PostalAddress => {
  if (isRecord(value)) return partsOf(value)
  if (typeof value !== 'string' || value.trim() === '') return NO_POSTAL_ADDRESS
  const parsed = parseJson(value)
  return isRecord(parsed) ? partsOf(parsed) : { ...NO_POSTAL_ADDRESS, street: value }
}

const trimmed = (address: PostalAddress): Partial<PostalAddress> =>
  Object.fromEntries(POSTAL_ADDRESS_PARTS.map((part) => [part, address[part].trim()]).filter(([, text]) => text !== ''))

export const isSamePostalAddress = (one: PostalAddress, other: PostalAddress): boolean =>
  POSTAL_ADDRESS_PARTS.every((part) => one[part].trim() === other[part].trim())

/** Returns the text of an address setting; empty when the address is. */
export const postalAddressText = (address: PostalAddress): string => {
  const parts = trimmed(address)
  return Object.keys(parts).length > 0 ? jsonText(parts) : ''
}
