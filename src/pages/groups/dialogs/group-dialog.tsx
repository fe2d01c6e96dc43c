import { useEffect, useState } from 'react'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { ColorDot, GroupRoles } from '../groups.columns.tsx'
import { draftOf, GROUP_COLORS, type GroupDraft, isManagedHere, type ListedGroup } from '../groups.state.ts'
import type { GroupsViewProps } from '../groups.view.tsx'

interface GroupDialogProps extends GroupsViewProps {
  group: ListedGroup | undefined
}

/** Create or edit a group; a group of the directory is read-only. */
export const GroupDialog = (props: GroupDialogProps) =>
  props.group && !isManagedHere(props.group) ? <ReadGroup {...props} group={props.group} /> : <EditGroup {...props} />

const ReadGroup = ({ actions, t, group }: GroupsViewProps & { group: ListedGroup }) => (
  <Dialog
    open
    size="s"
    title={t('titleView', { name: group.name })}
    description={group.description}
    onClose={actions.closeDialog}
    footer={<Button onClick={actions.closeDialog}>{t('close')}</Button>}
  >
    <Alert tone="info">{t('directoryHint')}</Alert>
    <p>
      <b>{t('assignRoles')}</b>
    </p>
    <GroupRoles group={group} t={t} />
  </Dialog>
)

const EditGroup = (props: GroupDialogProps) => {
  const { state, actions, t, group } = props
  const [before] = useState(() => draftOf(group))
  const [draft, setDraft] = useState(before)
  const [checked, setChecked] = useState(false)
  const edit = (patch: Partial<GroupDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const problem = checked && !draft.name.trim() ? t('groupNameRequired') : undefined
  const submit = () => {
    setChecked(true)
    if (!draft.name.trim()) return false
    return actions.save(group, { ...draft, name: draft.name.trim(), description: draft.description.trim() })
  }
  return (
    <FormDialog
      open
      title={group ? t('titleEdit', { name: group.name }) : t('titleCreate')}
      submitLabel={group ? t('save') : t('create')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('groupName')} error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            autoComplete="off"
            data-autofocus
            maxLength={100}
            value={draft.name}
            onChange={(event) => edit({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('groupDescription')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="description"
            autoComplete="off"
            maxLength={1000}
            value={draft.description}
            onChange={(event) => edit({ description: event.target.value })}
          />
        )}
      </Field>
      <Colors t={t} value={draft.color} onChange={(color) => edit({ color })} />
      {state.viewer?.may.editRoles && <Roles {...props} draft={draft} onChange={edit} />}
      {!group && state.viewer?.may.addMembers && state.viewer.may.seeUsers && (
        <FirstMembers {...props} draft={draft} onChange={edit} />
      )}
    </FormDialog>
  )
}

interface ColorsProps extends Pick<GroupsViewProps, 't'> {
  value: string
  onChange(color: string): void
}

const Colors = ({ t, value, onChange }: ColorsProps) => (
  <fieldset className="fe-groups-colors">
    <legend>{t('groupColor')}</legend>
    {GROUP_COLORS.map(([color, key]) => (
      <label key={color} className="fe-groups-color">
        <input
          type="radio"
          name="color"
          aria-label={t(key)}
          checked={value === color}
          onChange={() => onChange(color)}
        />
        <ColorDot color={color} />
      </label>
    ))}
  </fieldset>
)

interface PartProps extends GroupDialogProps {
  draft: GroupDraft
  onChange(patch: Partial<GroupDraft>): void
}

const Roles = ({ state, t, group, draft, onChange }: PartProps) => {
  const offered = state.roles.map((role) => ({ value: role.id, label: role.name, hint: role.description }))
  // Roles the group has that can no longer be assigned stay listed, so that saving does not drop them unnoticed.
  const others = (group?.roles ?? []).filter(({ id }) => !offered.some(({ value }) => value === id))
  return (
    <Field label={t('assignRoles')} hint={t('assignRolesTooltip')}>
      {({ id, describedBy }) => (
        <Combobox
          id={id}
          describedBy={describedBy}
          placeholder={draft.roleIds.length > 0 ? '' : t('assignRolesPlaceholder')}
          options={[...offered, ...others.map(({ id: value, name }) => ({ value, label: name }))]}
          values={draft.roleIds}
          onChange={(roleIds) => onChange({ roleIds })}
        />
      )}
    </Field>
  )
}

const FirstMembers = ({ state, actions, t, draft, onChange }: PartProps) => {
  const { findUsers } = actions
  useEffect(() => void findUsers(''), [findUsers])
  const chosen = new Set(draft.members.map(({ id }) => id))
  return (
    <section aria-label={t('firstMembers')} className="fe-groups-first">
      <p>
        <b>{t('firstMembers')}</b>{' '}
        <span className="fe-groups-muted">{t('chosenMembers', { count: draft.members.length })}</span>
      </p>
      <UserList
        state={state.users}
        onSearch={findUsers}
        onMore={actions.moreUsers}
        chosen={chosen}
        onToggle={(user, isChosen) =>
          onChange({
            members: isChosen ? [...draft.members, user] : draft.members.filter(({ id }) => id !== user.id),
          })
        }
      />
    </section>
  )
}
