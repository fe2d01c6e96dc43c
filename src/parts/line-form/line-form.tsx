import type { FormEvent } from 'react'
import { Button, type ButtonProps } from '../../ui/button/button.tsx'
import { Field, type FieldProps } from '../../ui/field/field.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './line-form.css'

interface LineFormProps extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'children'> {
  submitLabel: string
  variant?: ButtonProps['variant']
  busy?: boolean | undefined
  onSubmit(): void
}

/** A field with a button beside it, or below it where there is no room. */
export const LineForm = ({ submitLabel, variant, busy, onSubmit, ...field }: LineFormProps) => {
  useSheet(css)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className="fe-line-form" noValidate onSubmit={submit}>
      <Field {...field} />
      <Button type="submit" variant={variant} busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
