import type { Translate } from '../../../i18n/messages.ts'
import type { PolicyRange } from '../../../rules/policy-limits.ts'
import { Field, type FieldIds } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { FormTexts } from './form.messages.ts'

const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const
type TimeUnit = (typeof TIME_UNITS)[number]

const SECONDS: Readonly<Record<TimeUnit, number>> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** A duration as the user types it. */
export interface TypedTime {
  amount: string
  unit: TimeUnit
}

const WHOLE_NUMBER = /^\d{1,9}$/

export const wholeNumberOf = (text: string): number | undefined =>
  WHOLE_NUMBER.test(text.trim()) ? Number(text.trim()) : undefined

/** Converts seconds into the largest unit without a fraction. */
export const toTypedTime = (seconds: number): TypedTime => {
  const unit = TIME_UNITS.findLast((candidate) => seconds > 0 && seconds % SECONDS[candidate] === 0) ?? 'seconds'
  return { amount: String(seconds / SECONDS[unit]), unit }
}

export const secondsOf = ({ amount, unit }: TypedTime): number | undefined => {
  const whole = wholeNumberOf(amount)
  return whole === undefined ? undefined : whole * SECONDS[unit]
}

export const isIn = ({ min, max }: PolicyRange, value: number | undefined): value is number =>
  value !== undefined && value >= min && value <= max

const INTL_UNITS: Readonly<Record<TimeUnit, string>> = {
  seconds: 'second',
  minutes: 'minute',
  hours: 'hour',
  days: 'day',
}

/** Formats seconds as "1 hour" or "90 days". */
export const formatSeconds = (seconds: number, language: string): string => {
  const { amount, unit } = toTypedTime(seconds)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: INTL_UNITS[unit], unitDisplay: 'long' })
  return format.format(Number(amount))
}

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

type AmountInputProps = Pick<AmountProps, 'name' | 'busy' | 'onLeave'> &
  FieldIds &
  Pick<CountFieldProps, 'value' | 'onChange'>

const AmountInput = ({ busy, onChange, onLeave, ...given }: AmountInputProps) => (
  <TextInput
    {...given}
    className="fe-security-amount"
    inputMode="numeric"
    autoComplete="off"
    maxLength={9}
    readOnly={busy}
    onChange={(event) => onChange(event.target.value)}
    onBlur={onLeave}
  />
)

export const CountField = ({ label, hint, error, ...amount }: CountFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <AmountInput {...ids} {...amount} />}
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
        <AmountInput
          {...ids}
          name={name}
          busy={busy}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount })}
          onLeave={onLeave}
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
