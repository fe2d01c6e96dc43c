import { lazy, Suspense } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { Icon } from '../icon/icon.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import { CheckboxList } from './checkbox-list.tsx'
import { Chips } from './chips.tsx'
import css from './combobox.css'
import type { ComboboxProps } from './combobox.props.ts'

/** A chunk of its own: most visits never open a form that has one. */
const Field = lazy(() =>
  loadChunk(() => import('./combobox-field.tsx')).then(
    (module) => ({ default: module.ComboboxField }),
    () => ({ default: CheckboxList }),
  ),
)

/** Several of many: type to narrow, Enter to choose, Backspace to take the last one off. */
export const Combobox = (props: ComboboxProps) => (
  <Suspense fallback={<Waiting {...props} />}>
    <Field {...props} />
  </Suspense>
)

/** The same box, so that nothing jumps when the rest arrives. */
const Waiting = ({ options, values, id, placeholder, label }: ComboboxProps) => {
  useSheet(css)
  return (
    <div className="fe-combobox">
      <div className="fe-combobox-box">
        <Chips options={options} values={values} disabled onRemove={() => undefined} />
        <input
          id={id}
          readOnly
          aria-busy="true"
          aria-label={label}
          placeholder={values.length === 0 ? placeholder : undefined}
          className="fe-combobox-input"
        />
        <Icon name="chevron-down" size="s" />
      </div>
    </div>
  )
}
