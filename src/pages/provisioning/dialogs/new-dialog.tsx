import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { RadioGroup } from '../../../ui/radio-group/radio-group.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { ConnectionDraft, ProvisioningViewProps } from '../provisioning.actions.ts'
import { SOURCES } from '../provisioning.state.ts'

/** Asks for the source, which determines the console whose field names the setup shows. */
export const NewDialog = ({ state, actions, t }: ProvisioningViewProps) => {
  const [draft, setDraft] = useState<ConnectionDraft>({ source: SOURCES[0], name: '' })
  return (
    <FormDialog
      open
      title={t('dialogTitle')}
      submitLabel={t('submitBtn')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={draft.name !== ''}
      onSubmit={() => actions.create(draft)}
      onClose={actions.closeDialog}
    >
      <RadioGroup
        label={t('directoryProviderLabel')}
        name="source"
        value={draft.source}
        options={SOURCES.map((value) => ({
          value,
          label: t(value),
          ...(value === 'frontegg' && { hint: t('fronteggHint') }),
        }))}
        onChange={(source) => setDraft({ ...draft, source })}
      />
      <Field label={t('nameLabel')} hint={t('nameHint')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="connectionName"
            autoComplete="off"
            maxLength={100}
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
