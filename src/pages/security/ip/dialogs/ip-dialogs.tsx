import { useState } from 'react'
import type { IpRestriction } from '../../../../entities/policies.ts'
import { Field } from '../../../../ui/field/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../../ui/text-input/text-input.tsx'
import { type IpViewProps, isBusy } from '../ip.state.ts'
import { PasteDialog } from './paste-dialog.tsx'

const MAX_DESCRIPTION_LENGTH = 200

const DescriptionField = ({ t, value, onChange }: Pick<IpViewProps, 't'> & TextField) => (
  <Field label={t('descriptionLabel')}>
    {(ids) => (
      <TextInput
        {...ids}
        name="description"
        autoComplete="off"
        maxLength={MAX_DESCRIPTION_LENGTH}
        placeholder={t('addIpDescriptionPlaceholder')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

interface TextField {
  value: string
  onChange(value: string): void
}

const AddDialog = ({ state, actions, t }: IpViewProps) => {
  const [ip, setIp] = useState('')
  const [description, setDescription] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isMissing = isChecked && ip.trim() === ''
  const submit = () => {
    setChecked(true)
    return ip.trim() === '' ? false : actions.add({ ip: ip.trim(), description: description.trim() })
  }
  return (
    <FormDialog
      open
      size="s"
      title={state.list.query.strategy === 'ALLOW' ? t('addTitleAllow') : t('addTitleBlock')}
      submitLabel={t('add')}
      cancelLabel={t('cancel')}
      busy={isBusy(state)}
      error={state.formError}
      dirty={ip !== '' || description !== ''}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('tableIpAddress')}
        hint={t('ipHint')}
        error={isMissing ? t('ipAddressRequiredMessage') : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="ip"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            data-autofocus
            maxLength={100}
            placeholder={t('addIpAddressPlaceholder')}
            value={ip}
            onChange={(event) => setIp(event.target.value)}
          />
        )}
      </Field>
      <DescriptionField t={t} value={description} onChange={setDescription} />
    </FormDialog>
  )
}

const EditDialog = ({ state, actions, t, rule }: IpViewProps & { rule: IpRestriction }) => {
  const before = rule.description ?? ''
  const [description, setDescription] = useState(before)
  return (
    <FormDialog
      open
      size="s"
      title={t('editTitle', { ip: rule.ip })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={isBusy(state)}
      error={state.formError}
      dirty={description !== before}
      onSubmit={() => actions.update(rule, { description: description.trim() })}
      onClose={actions.closeDialog}
    >
      <DescriptionField t={t} value={description} onChange={setDescription} />
    </FormDialog>
  )
}

export const IpDialogs = (props: IpViewProps) => {
  const { dialog } = props.state
  if (dialog?.kind === 'add') return <AddDialog {...props} />
  if (dialog?.kind === 'paste') return <PasteDialog {...props} />
  return dialog?.kind === 'edit' ? <EditDialog {...props} rule={dialog.rule} /> : null
}
