export interface ComboboxOption {
  value: string
  label: string
  hint?: string
}

export interface ComboboxProps {
  /** Accessible name when no `Field` provides one. */
  label?: string
  options: readonly ComboboxOption[]
  values: readonly string[]
  onChange(values: readonly string[]): void
  placeholder?: string
  id?: string
  invalid?: boolean
  describedBy?: string | undefined
  disabled?: boolean
  /** More options are being loaded. */
  loading?: boolean
}
