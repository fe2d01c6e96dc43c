import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import type { UsersViewProps } from '../users.props.ts'
import { useMoreText } from './use-more-text.ts'

/** Adds the selected users to groups. They also stay in their current groups. */
export const AddToGroupsDialog = ({ state, actions, members }: UsersViewProps & { members: readonly Member[] }) => {
  const t = useMoreText()
  const [groupIds, setGroupIds] = useState<readonly string[]>([])
  const [isChecked, setChecked] = useState(false)
  // A directory controls the members of its own groups.
  const offered = state.groups.filter(({ managedBy }) => managedBy !== 'scim2')
  const submit = () => {
    setChecked(true)
    if (groupIds.length === 0) return false
    return actions.addToGroups(members, groupIds)
  }
  return (
    <FormDialog
      open
      title={t('addToGroupsTitle', { count: members.length })}
      submitLabel={t('addToGroupsSubmit')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={groupIds.length > 0}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('groupsLabel')}
        hint={t('groupsHint')}
        error={isChecked && groupIds.length === 0 ? t('groupsMissing') : undefined}
      >
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={offered.map(({ id: value, name, description }) => ({
              value,
              label: name,
              ...(description && { hint: description }),
            }))}
            values={groupIds}
            onChange={setGroupIds}
            placeholder={groupIds.length > 0 ? '' : t('groupsPlaceholder')}
          />
        )}
      </Field>
    </FormDialog>
  )
}
