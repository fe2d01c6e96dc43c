import type { Translate } from '../../../i18n/messages.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { TIME_UNITS, type TypedTime, wholeNumberOf } from './amounts.ts'
import type { FormTexts } from './form.messages.ts'

interface AmountProps {
  label: string
  name: string
  /** The vendor's requirement, or an explanation of the number. */
  hint?: string | undefined
  error: string | undefined
  busy: boolean
  onLeave(): void
}

interface CountFieldProps extends AmountProps {
  value: string
  onChange(value: string): void
}

export const CountField = ({ label, name, hint, error, busy, value, onChange, onLeave }: CountFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <TextInput
        {...ids}
        name={name}
        className="fe-security-amount"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={value}
        readOnly={busy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    )}
  </Field>
)

interface TimeFieldProps extends AmountProps {
  value: TypedTime
  onChange(value: TypedTime): void
  t: Translate<FormTexts>
}

/** Returns the units. Seconds are offered only for a stored value that needs them. */
const unitsFor = ({ unit }: TypedTime) => TIME_UNITS.filter((one) => one !== 'seconds' || unit === 'seconds')

/** A duration in units that are natural for users. */
export const TimeField = ({ label, name, hint, error, busy, value, onChange, onLeave, t }: TimeFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <div className="fe-security-time">
        <TextInput
          {...ids}
          name={name}
          className="fe-security-amount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={value.amount}
          readOnly={busy}
          onChange={(event) => onChange({ ...value, amount: event.target.value })}
          onBlur={onLeave}
        />
        <Select
          label={`${label}: ${t('unit')}`}
          value={value.unit}
          disabled={busy}
          options={unitsFor(value).map((unit) => ({
            value: unit,
            label: t(unit, { count: wholeNumberOf(value.amount) ?? 0 }),
          }))}
          onChange={(unit) => onChange({ ...value, unit })}
          onBlur={onLeave}
        />
      </div>
    )}
  </Field>
)
