import { Button } from '../../ui/button/button.tsx'
import { CredentialForm } from '../credentials/credentials.tsx'
import { checkAll } from '../credentials/use-checked-input.ts'
import { PhoneField, usePhoneInput } from './phone-field.tsx'

interface PhoneFormProps {
  submitLabel: string
  busy: boolean
  error: string | undefined
  onSubmit(phoneNumber: string): void
}

/** A form with one phone number and a button. */
export const PhoneForm = ({ submitLabel, busy, error, onSubmit }: PhoneFormProps) => {
  const phone = usePhoneInput(true)
  const submit = () => {
    const number = phone.number()
    if (!busy && checkAll(phone.input) && number) onSubmit(number)
  }
  return (
    <CredentialForm label={submitLabel} onSubmit={submit}>
      <PhoneField phone={phone} error={error} busy={busy} required autoFocus />
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {submitLabel}
      </Button>
    </CredentialForm>
  )
}
