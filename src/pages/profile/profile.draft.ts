import type { Me } from '../../entities/auth.ts'
import { type Fields, fieldsOf, isEditable } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { isRecord, jsonText, parseJson } from '../../kernel/safe-json.ts'
import { toE164 } from '../../parts/phone/phone-number.ts'
import { normalizeName } from '../../rules/names.ts'
import {
  isSamePostalAddress,
  type PostalAddress,
  postalAddressText,
  readPostalAddress,
} from '../../rules/postal-address.ts'

export const PROFILE_FIELDS = ['name', 'phoneNumber', 'address', 'jobTitle'] as const

export type ProfileFields = Fields<(typeof PROFILE_FIELDS)[number]>

export const profileFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): ProfileFields =>
  fieldsOf(settings, 'profile', PROFILE_FIELDS)

/** Values that the user can change in the form. */
export interface ProfileDraft {
  name: string
  phone: string
  jobTitle: string
  address: PostalAddress
}

type Known = Pick<Me, 'name' | 'phoneNumber' | 'metadata'>

/** Some backends send the metadata as an object. */
const metadataOf = (given: unknown): Record<string, unknown> => {
  const metadata = typeof given === 'string' ? parseJson(given) : given
  return isRecord(metadata) ? metadata : {}
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the draft. Job title and address have no field of their own in the API; they are part of the metadata. */
export const toDraft = ({ name, phoneNumber, metadata }: Known): ProfileDraft => {
  const extra = metadataOf(metadata)
  return {
    name: textOf(name),
    phone: textOf(phoneNumber),
    jobTitle: textOf(extra.jobTitle),
    address: readPostalAddress(extra.address),
  }
}

export const isSame = (one: ProfileDraft, other: ProfileDraft): boolean =>
  one.name.trim() === other.name.trim() &&
  one.phone.trim() === other.phone.trim() &&
  one.jobTitle.trim() === other.jobTitle.trim() &&
  isSamePostalAddress(one.address, other.address)

type ProblemKey = 'nameIsRequired' | 'phoneIsInvalid'

/** Returns the problems by field; hidden and view-only fields have none. */
export const problemsOf = (
  draft: ProfileDraft,
  fields: ProfileFields,
): Partial<Record<keyof ProfileDraft, ProblemKey>> => ({
  ...(isEditable(fields.name) && !normalizeName(draft.name) && { name: 'nameIsRequired' as const }),
  ...(isEditable(fields.phoneNumber) &&
    draft.phone.trim() &&
    !toE164(draft.phone) && {
      phone: 'phoneIsInvalid' as const,
    }),
})

/** Returns the fields of the call that the draft contains; other metadata is unchanged. */
export const toEdits = (profile: Known, draft: ProfileDraft) => {
  const { jobTitle: _, address: __, ...others } = metadataOf(profile.metadata)
  const address = parseJson(postalAddressText(draft.address))
  const metadata = {
    ...others,
    ...(draft.jobTitle.trim() && { jobTitle: draft.jobTitle.trim() }),
    ...(isRecord(address) && { address }),
  }
  return {
    name: normalizeName(draft.name),
    phoneNumber: draft.phone.trim() ? (toE164(draft.phone) ?? draft.phone.trim()) : null,
    metadata: jsonText(metadata),
  }
}
