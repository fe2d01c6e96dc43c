import { useSheet } from '../style-root/style-root.tsx'
import css from './segmented.css'

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange(value: Value): void
}

/** Selects one of two or three views of the same data. */
export const Segmented = <Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) => {
  useSheet(css)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
    <div className="fe-segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
