import type { ComponentProps, ReactNode } from 'react'
import { type Appearance, isEditable, isShown } from '../../feature/page-fields.ts'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'

interface TextRowProps extends Pick<ComponentProps<'input'>, 'type' | 'name' | 'autoComplete' | 'inputMode'> {
  label: string
  value: string
  hint?: ReactNode
  error?: string | undefined
  appearance?: Appearance
  /** Maximum length of the text. */
  maxLength?: number
  busy?: boolean
  required?: boolean
  onChange(value: string): void
  onLeave?(): void
}

/** A single-line form field, shown as its appearance allows. */
export const TextRow = (props: TextRowProps) => {
  const { label, hint, error, appearance = 'edit', busy, onChange, onLeave, ...input } = props
  if (!isShown(appearance)) return null
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...input}
          {...ids}
          className={isEditable(appearance) ? undefined : 'fe-text-row-fixed'}
          readOnly={!isEditable(appearance) || busy}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}
