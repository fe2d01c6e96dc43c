import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './copy-values.css'

/** A value to enter elsewhere, labeled with the name of the field there. */
export interface CopyValue {
  label: string
  value: string
}

interface CopyValuesProps {
  values: readonly CopyValue[]
  /** Returns the label of the button that copies the value of this name. */
  copyLabel(name: string): string
}

/** Values, each with a button that copies it. */
export const CopyValues = ({ values, copyLabel }: CopyValuesProps) => {
  useSheet(css)
  return (
    <dl className="fe-copy-values">
      {values.map(({ label, value }) => (
        <div key={label} className="fe-copy-value">
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} label={copyLabel(label)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
