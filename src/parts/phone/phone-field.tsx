import { useMemo, useState } from 'react'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { Field } from '../../ui/field/field.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { type CheckedInput, useCheckedInput } from '../credentials/use-checked-input.ts'
import { countryOf, countryOptions, likelyRegion } from './countries.ts'
import css from './phone.css'
import { phoneMessages } from './phone.messages.ts'
import { toE164 } from './phone-number.ts'

interface PhoneInput {
  input: CheckedInput
  region: string
  setRegion(region: string): void
  /** Returns `+<digits>`, or `undefined` if it is empty or incomplete. */
  number(): string | undefined
}

export const usePhoneInput = (required: boolean): PhoneInput => {
  const t = useTexts(phoneMessages)
  const [region, setRegion] = useState(() => likelyRegion(navigator.languages))
  const { callingCode } = countryOf(region)
  const input = useCheckedInput(({ value }) => {
    if (!value.trim()) return required ? t('phoneIsRequired') : undefined
    return toE164(value, callingCode) ? undefined : t('phoneIsInvalid')
  })
  return { input, region, setRegion, number: () => toE164(input.value(), callingCode) }
}

const CountrySelect = ({ phone, disabled }: { phone: PhoneInput; disabled: boolean }) => {
  const t = useTexts(phoneMessages)
  const { language } = useRuntime().translator
  const options = useMemo(() => countryOptions(language), [language])
  return (
    <span className="fe-phone-country">
      <span aria-hidden="true">+{countryOf(phone.region).callingCode}</span>
      <Icon name="chevron-down" size="s" />
      <select
        aria-label={t('phoneCountry')}
        name="country"
        autoComplete="country"
        value={phone.region}
        disabled={disabled}
        onChange={(event) => phone.setRegion(event.target.value)}
      >
        {options.map(({ region, name, callingCode }) => (
          <option key={region} value={region}>
            {`${name} (+${callingCode})`}
          </option>
        ))}
      </select>
    </span>
  )
}

interface PhoneFieldProps {
  phone: PhoneInput
  label?: string
  error?: string | undefined
  busy: boolean
  required?: boolean
  autoFocus?: boolean
}

/** Country code and number; a pasted international number is accepted as it is. */
export const PhoneField = ({ phone, label, error, busy, required, autoFocus }: PhoneFieldProps) => {
  useSheet(css)
  const t = useTexts(phoneMessages)
  return (
    <Field label={label ?? t('phoneLabel')} error={phone.input.error ?? error}>
      {(ids) => (
        <div className="fe-phone" dir="ltr">
          <CountrySelect phone={phone} disabled={busy} />
          <TextInput
            {...ids}
            {...phone.input.props}
            size="l"
            type="tel"
            name="phoneNumber"
            autoComplete="tel"
            readOnly={busy}
            required={required}
            autoFocus={autoFocus}
            data-autofocus={autoFocus || undefined}
          />
        </div>
      )}
    </Field>
  )
}
