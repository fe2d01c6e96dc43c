import type { CheckedInput } from '../../parts/credentials/use-checked-input.ts'
import { Field } from '../../ui/field/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'

interface TextFieldProps {
  input: CheckedInput
  label: string
  name: string
  type?: 'text' | 'email'
  autoComplete: string
  placeholder?: string
  busy: boolean
}

export const TextField = ({ input, label, name, type = 'text', busy, ...rest }: TextFieldProps) => (
  <Field label={label} error={input.error}>
    {(ids) => (
      <TextInput
        {...ids}
        {...input.props}
        {...rest}
        size="l"
        type={type}
        name={name}
        autoCapitalize={type === 'email' ? 'none' : undefined}
        spellCheck={false}
        readOnly={busy}
        required
      />
    )}
  </Field>
)
