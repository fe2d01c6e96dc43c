import { type Appearance, isShown } from '../../feature/page-fields.ts'
import type { Translate } from '../../i18n/messages.ts'
import { POSTAL_ADDRESS_PARTS, type PostalAddress } from '../../rules/postal-address.ts'
import { FormSection, TextRow } from '../form-card/form-card.tsx'
import type { PostalAddressTexts } from './postal-address.messages.ts'

/** HTML standard, autofill field names. */
const AUTOCOMPLETE: Readonly<Record<keyof PostalAddress, string>> = {
  street: 'address-line1',
  street2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postalCode: 'postal-code',
  country: 'country-name',
}
const MAX_LENGTH = 200

interface PostalAddressFieldsProps {
  /** Heading of the group, such as "Address". */
  title: string
  address: PostalAddress
  appearance: Appearance
  busy: boolean
  t: Translate<PostalAddressTexts>
  onChange(address: PostalAddress): void
}

/** The fields of a postal address inside a `FormCard`. */
export const PostalAddressFields = ({ title, address, appearance, busy, t, onChange }: PostalAddressFieldsProps) =>
  isShown(appearance) && (
    <FormSection title={title}>
      {POSTAL_ADDRESS_PARTS.map((part) => (
        <TextRow
          key={part}
          label={t(part)}
          name={part}
          autoComplete={AUTOCOMPLETE[part]}
          value={address[part]}
          appearance={appearance}
          maxLength={MAX_LENGTH}
          busy={busy}
          onChange={(value) => onChange({ ...address, [part]: value })}
        />
      ))}
    </FormSection>
  )
