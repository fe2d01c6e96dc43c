import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AuditsViewProps } from '../audits.props.ts'
import type { FilterId } from '../audits.query.ts'

/** Asks for the value of a column's filter. */
export const ValueDialog = ({ state, actions, t, name }: AuditsViewProps & { name: FilterId }) => {
  const [value, setValue] = useState(state.list.query[name] ?? '')
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!value.trim()) {
      setError(t('valueRequired'))
      return false
    }
    actions.closeDialog()
    return actions.change({ [name]: value.trim() })
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('valueTitle', { name: t(name) })}
      submitLabel={t('apply')}
      cancelLabel={t('cancel')}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t(name)} error={error}>
        {(ids) => <TextInput {...ids} name={name} value={value} onChange={(event) => setValue(event.target.value)} />}
      </Field>
    </FormDialog>
  )
}
