import type { Address, CardPaymentMethod } from '../../entities/billing.ts'
import { normalizeEmail } from '../../rules/email.ts'

/** Typed values; parts that the country lacks stay empty. */
interface DetailsDraft {
  email: string
  addressLine1: string
  addressLine2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export type DetailsField = keyof DetailsDraft

export const draftOf = ({ billingDetails }: CardPaymentMethod): DetailsDraft => {
  const { email = '', address = {} } = billingDetails ?? {}
  const { addressLine1 = '', addressLine2 = '', city = '', state = '', postalCode = '', country = '' } = address
  return { email, addressLine1, addressLine2, city, state, postalCode, country }
}

/** Countries whose postal addresses name a state or province. */
const WITH_STATE: readonly string[] = ['US', 'CA', 'AU', 'BR', 'IN', 'MX', 'MY', 'NG', 'AR', 'CN', 'IT', 'ES', 'JP']
/** Countries without postal codes. */
const WITHOUT_POSTAL_CODE: readonly string[] = [
  'AE',
  'AO',
  'BO',
  'BW',
  'GH',
  'HK',
  'JM',
  'MO',
  'QA',
  'RW',
  'UG',
  'YE',
  'ZW',
]
/** Returns the address as it is written on an envelope, without empty lines. */
export const addressLines = (address: Address, language: string): string[] => {
  const { addressLine1, addressLine2, city, state, postalCode, country } = address
  const isCode = /^[A-Z]{2}$/.test(country ?? '')
  const name = isCode && country ? new Intl.DisplayNames(language, { type: 'region' }).of(country) : country
  const place = [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ')
  return [addressLine1, addressLine2, place, name].flatMap((line) => line?.trim() || [])
}

/** Formats of the countries with the most typing mistakes; others have too many formats to check. */
const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  IT: /^\d{5}$/,
  ES: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
}

export const hasState = (country: string): boolean => country === '' || WITH_STATE.includes(country)
export const hasPostalCode = (country: string): boolean => !WITHOUT_POSTAL_CODE.includes(country)

type DetailsFault =
  | 'emailIsRequired'
  | 'emailMustBeValid'
  | 'address1IsRequired'
  | 'cityIsRequired'
  | 'countryIsRequired'
  | 'postCodeIsRequired'
  | 'postCodeIsInvalid'
type DetailsFaults = Partial<Record<DetailsField, DetailsFault>>

const postalFault = ({ country, postalCode }: DetailsDraft): DetailsFault | undefined => {
  if (!hasPostalCode(country)) return undefined
  const typed = postalCode.trim()
  if (typed === '') return 'postCodeIsRequired'
  return POSTAL_CODES[country]?.test(typed) === false ? 'postCodeIsInvalid' : undefined
}

/** Returns the values that must be corrected before the form is sent. The server checks again. */
export const faultsOf = (draft: DetailsDraft): DetailsFaults => {
  const email = draft.email.trim()
  const wrongEmail = normalizeEmail(email) === undefined ? 'emailMustBeValid' : undefined
  const faults: { [field in DetailsField]?: DetailsFault | undefined } = {
    email: email === '' ? 'emailIsRequired' : wrongEmail,
    addressLine1: draft.addressLine1.trim() === '' ? 'address1IsRequired' : undefined,
    city: draft.city.trim() === '' ? 'cityIsRequired' : undefined,
    country: draft.country === '' ? 'countryIsRequired' : undefined,
    postalCode: postalFault(draft),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as DetailsFaults
}

/** Returns the body of the call, without the parts that the country lacks. */
export const detailsOf = (draft: DetailsDraft): { email: string; address: Address } => {
  const { email, ...typed } = draft
  const parts = {
    ...typed,
    state: hasState(draft.country) ? draft.state : '',
    postalCode: hasPostalCode(draft.country) ? draft.postalCode : '',
  }
  const address = Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, text.trim()]))
  return { email: email.trim(), address }
}
