import type { AccountSettings } from '../../entities/tenants.ts'
import { isEditable } from '../../feature/page-fields.ts'
import { type Address, addressText, isSameAddress, readAddress } from '../../rules/address.ts'
import type { AccountFields } from './account.fields.ts'

/** What the person can change in the form. */
export interface AccountDraft {
  name: string
  website: string
  address: Address
  timezone: string
  currency: string
  dateFormat: string
  timeFormat: string
  /** Address, or `data:` address of a new picture. */
  logo: string
}

const TEXTS = ['name', 'website', 'timezone', 'currency', 'dateFormat', 'timeFormat', 'logo'] as const

export const toDraft = (settings: AccountSettings): AccountDraft => ({
  name: settings.name ?? '',
  website: settings.website ?? '',
  address: readAddress(settings.address),
  timezone: settings.timezone ?? '',
  currency: settings.currency ?? '',
  dateFormat: settings.dateFormat ?? '',
  timeFormat: settings.timeFormat ?? '',
  logo: settings.logo ?? '',
})

/** A host name alone is meant as a web address. */
export const toWebsite = (typed: string): string => {
  const text = typed.trim()
  return text && !/^[a-z][a-z\d+.-]*:/i.test(text) ? `https://${text}` : text
}

const isWebsite = (typed: string): boolean => {
  try {
    const { protocol, hostname } = new URL(toWebsite(typed))
    return /^https?:$/.test(protocol) && hostname.includes('.')
  } catch {
    return false
  }
}

export const isSame = (one: AccountDraft, other: AccountDraft): boolean =>
  TEXTS.every((field) => one[field].trim() === other[field].trim()) && isSameAddress(one.address, other.address)

export type ProblemKey = 'companyNameIsRequired' | 'websiteIsInvalid'

export const problemsOf = (
  draft: AccountDraft,
  fields: AccountFields,
): Partial<Record<'name' | 'website', ProblemKey>> => ({
  ...(isEditable(fields.companyName) && !draft.name.trim() && { name: 'companyNameIsRequired' as const }),
  ...(isEditable(fields.website) &&
    draft.website.trim() &&
    !isWebsite(draft.website) && {
      website: 'websiteIsInvalid' as const,
    }),
})

/**
 * The body of the save call (flows §20): six display fields as they are known, overlaid by what was changed. The name
 * and the website are sent only when they were.
 */
export const toBody = (settings: AccountSettings, draft: AccountDraft): AccountSettings => {
  const before = toDraft(settings)
  const isAddressNew = !isSameAddress(before.address, draft.address)
  return {
    address: isAddressNew ? addressText(draft.address) : (settings.address ?? ''),
    timezone: draft.timezone,
    dateFormat: draft.dateFormat,
    timeFormat: draft.timeFormat,
    currency: draft.currency,
    logo: draft.logo,
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(draft.website.trim() !== before.website && { website: toWebsite(draft.website) }),
  }
}
