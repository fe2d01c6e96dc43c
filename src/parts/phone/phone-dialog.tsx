import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { checkAll } from '../credentials/use-checked-input.ts'
import { PhoneField, usePhoneInput } from './phone-field.tsx'

interface PhoneDialogProps {
  title: string
  text: string
  submitLabel: string
  cancelLabel: string
  busy: boolean
  error: string | undefined
  /** Called with a complete number, `+<digits>`. */
  onSubmit(number: string): void
  onClose(): void
}

/** Asks for a phone number. */
export const PhoneDialog = ({ title, text, error, busy, onSubmit, ...labels }: PhoneDialogProps) => {
  const phone = usePhoneInput(true)
  const submit = () => {
    const number = phone.number()
    const isGood = checkAll(phone.input) && number !== undefined
    if (isGood) onSubmit(number)
    return isGood
  }
  return (
    <FormDialog open size="s" title={title} description={text} busy={busy} onSubmit={submit} {...labels}>
      <PhoneField phone={phone} error={error} busy={busy} required autoFocus />
    </FormDialog>
  )
}
