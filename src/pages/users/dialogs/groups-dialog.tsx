import { useState } from 'react'
import type { Member } from '../../../contract/additions/members.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { groupsOffered } from '../groups-offered.ts'
import type { UsersViewProps } from '../users.props.ts'
import { useMoreText } from './use-more-text.ts'

export const GroupsDialog = ({ state, actions, member }: UsersViewProps & { member: Member }) => {
  const t = useMoreText()
  const { kept, own: before, offered } = groupsOffered(member, state.groups)
  const [groupIds, setGroupIds] = useState<readonly string[]>(before)
  return (
    <FormDialog
      open
      title={t('groupsTitle', { name: nameOfUser(member) })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={groupIds.join() !== before.join()}
      onSubmit={() => actions.saveGroups(member, [...groupIds, ...kept.map(({ id }) => id)])}
      onClose={actions.closeDialog}
    >
      <Field label={t('groupsLabel')} hint={t('groupsHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={offered}
            values={groupIds}
            onChange={setGroupIds}
            placeholder={groupIds.length > 0 ? '' : t('groupsPlaceholder')}
          />
        )}
      </Field>
      {kept.length > 0 && (
        <p className="fe-users-muted">{t('groupsDirectory', { names: kept.map(({ name }) => name).join(', ') })}</p>
      )}
    </FormDialog>
  )
}
