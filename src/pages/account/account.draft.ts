import type { AccountSettings } from '../../entities/tenants.ts'
import { type Fields, fieldsOf, isEditable, tabsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { normalizeName } from '../../rules/names.ts'
import {
  isSamePostalAddress,
  type PostalAddress,
  postalAddressText,
  readPostalAddress,
} from '../../rules/postal-address.ts'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

export const ACCOUNT_FIELDS = ['companyName', 'address', 'website', 'timezone', 'currency'] as const

export type AccountFields = Fields<(typeof ACCOUNT_FIELDS)[number]>

const ACCOUNT_TABS = ['settings', 'customLogin'] as const

export type AccountTab = (typeof ACCOUNT_TABS)[number]

export const accountFieldsOf = (settings: Sources): AccountFields => fieldsOf(settings, 'account', ACCOUNT_FIELDS)

export const accountTabsOf = (settings: Sources): Fields<AccountTab> => tabsOf(settings, 'account', ACCOUNT_TABS)

/** Values that the user can change in the form. */
export interface AccountDraft {
  name: string
  website: string
  address: PostalAddress
  timezone: string
  currency: string
  dateFormat: string
  timeFormat: string
  /** URL, or `data:` URL of a new picture. */
  logo: string
  /** Identifies the account's login; it is not part of the settings call. */
  alias: string
  /** URL that the account's users are redirected to after signing in. */
  applicationUrl: string
}

const TEXTS = [
  'name',
  'website',
  'timezone',
  'currency',
  'dateFormat',
  'timeFormat',
  'logo',
  'alias',
  'applicationUrl',
] as const

export const toDraft = (settings: AccountSettings, alias = ''): AccountDraft => ({
  name: settings.name ?? '',
  website: settings.website ?? '',
  address: readPostalAddress(settings.address),
  timezone: settings.timezone ?? '',
  currency: settings.currency ?? '',
  dateFormat: settings.dateFormat ?? '',
  timeFormat: settings.timeFormat ?? '',
  logo: settings.logo ?? '',
  alias,
  applicationUrl: settings.applicationUrl ?? '',
})

/** Adds https to a bare host name. */
const toUrl = (typed: string): string => {
  const text = typed.trim()
  return text && !/^[a-z][a-z\d+.-]*:/i.test(text) ? `https://${text}` : text
}

/** Matches one label of a host name, because apps read the alias from their subdomain. */
const ALIAS = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const isUrl = (typed: string): boolean => {
  try {
    const { protocol, hostname } = new URL(toUrl(typed))
    return /^https?:$/.test(protocol) && (hostname.includes('.') || hostname === 'localhost')
  } catch {
    return false
  }
}

export const isSame = (one: AccountDraft, other: AccountDraft): boolean =>
  TEXTS.every((field) => one[field].trim() === other[field].trim()) && isSamePostalAddress(one.address, other.address)

type ProblemKey = 'companyNameIsRequired' | 'websiteIsInvalid' | 'aliasIsInvalid' | 'applicationUrlIsInvalid'

const isWrongUrl = (typed: string): boolean => typed.trim() !== '' && !isUrl(typed)

export const problemsOf = (
  draft: AccountDraft,
  fields: AccountFields,
): Partial<Record<'name' | 'website' | 'alias' | 'applicationUrl', ProblemKey>> => ({
  ...(isEditable(fields.companyName) && !normalizeName(draft.name) && { name: 'companyNameIsRequired' }),
  ...(isEditable(fields.website) && isWrongUrl(draft.website) && { website: 'websiteIsInvalid' }),
  ...(draft.alias.trim() && !ALIAS.test(draft.alias.trim()) && { alias: 'aliasIsInvalid' }),
  ...(isWrongUrl(draft.applicationUrl) && { applicationUrl: 'applicationUrlIsInvalid' }),
})

/** Returns whether a value other than the alias was changed. */
export const hasOtherChanges = (one: AccountDraft, other: AccountDraft): boolean =>
  !isSame(one, { ...other, alias: one.alias })

/**
 * Returns the body of the save call: six display fields with their current values, and name, website and application
 * URL only if they were changed.
 */
export const toBody = (settings: AccountSettings, draft: AccountDraft): AccountSettings => {
  const before = toDraft(settings)
  const isPostalAddressNew = !isSamePostalAddress(before.address, draft.address)
  return {
    address: isPostalAddressNew ? postalAddressText(draft.address) : (settings.address ?? ''),
    timezone: draft.timezone,
    dateFormat: draft.dateFormat,
    timeFormat: draft.timeFormat,
    currency: draft.currency,
    logo: draft.logo,
    ...(normalizeName(draft.name) !== before.name && { name: normalizeName(draft.name) }),
    ...(draft.website.trim() !== before.website && { website: toUrl(draft.website) }),
    ...(draft.applicationUrl.trim() !== before.applicationUrl && { applicationUrl: toUrl(draft.applicationUrl) }),
  }
}
