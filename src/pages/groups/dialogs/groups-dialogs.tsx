import { useEffect, useState } from 'react'
import type { GroupsConfiguration } from '../../../entities/team.ts'
import { AccessCheckAlert, useAccessCheck, useCheckedSave } from '../../../parts/access-check/access-check.tsx'
import { GroupRolesField } from '../../../parts/group-roles/group-roles.tsx'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { normalizeName } from '../../../rules/names.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { GroupsViewProps } from '../groups.actions.ts'
import { ColorDot, directoryHint, GroupRoles } from '../groups.columns.tsx'
import {
  draftOf,
  GROUP_COLORS,
  type GroupDraft,
  isManagedHere,
  type ListedGroup,
  rolesChange,
} from '../groups.state.ts'
import { MembersDrawer } from './members-drawer.tsx'

interface GroupDialogProps extends GroupsViewProps {
  group: ListedGroup | undefined
}

/** Creates or edits a group. For a group of a directory, only its roles can be edited. */
export const GroupDialog = (props: GroupDialogProps) => {
  const { group, state } = props
  if (!group || isManagedHere(group)) return <EditGroup {...props} />
  return state.viewer?.may.editRoles ? (
    <EditRolesOfDirectory {...props} group={group} />
  ) : (
    <ReadGroup {...props} group={group} />
  )
}

interface DirectoryGroupProps extends GroupsViewProps {
  group: ListedGroup
}

const ReadGroup = ({ actions, t, group }: DirectoryGroupProps) => (
  <Dialog
    open
    size="s"
    title={t('titleView', { name: group.name })}
    description={group.description}
    onClose={actions.closeDialog}
    footer={<Button onClick={actions.closeDialog}>{t('close')}</Button>}
  >
    <Alert tone="info">{directoryHint(group, t)}</Alert>
    <p>
      <b>{t('assignRoles')}</b>
    </p>
    <GroupRoles group={group} t={t} />
  </Dialog>
)

const EditRolesOfDirectory = (props: DirectoryGroupProps) => {
  const { state, actions, t, group } = props
  const [before] = useState(() => draftOf(group))
  const [draft, setDraft] = useState(before)
  const check = useCheckedSave(props, rolesChange(group, draft.roleIds), draft)
  return (
    <FormDialog
      open
      title={t('titleRoles', { name: group.name })}
      description={group.description}
      submitLabel={check.saveAnyway ?? t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving || check.isChecking}
      error={state.formError}
      dirty={draft.roleIds.join() !== before.roleIds.join()}
      onSubmit={() => check.save(() => actions.save(group, draft))}
      onClose={actions.closeDialog}
    >
      <Alert tone="info">{directoryHint(group, t)}</Alert>
      <Roles
        state={state}
        actions={actions}
        t={t}
        group={group}
        draft={draft}
        onChange={(patch) => setDraft({ ...draft, ...patch })}
      />
      <AccessCheckAlert {...check} />
    </FormDialog>
  )
}

const EditGroup = (props: GroupDialogProps) => {
  const { state, actions, t, group } = props
  const [before] = useState(() => draftOf(group))
  const [draft, setDraft] = useState(before)
  const [checked, setChecked] = useState(false)
  const edit = (patch: Partial<GroupDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const check = useCheckedSave(props, rolesChange(group, draft.roleIds), draft)
  const problem = checked && !normalizeName(draft.name) ? t('groupNameRequired') : undefined
  const submit = () => {
    setChecked(true)
    if (!normalizeName(draft.name)) return false
    const named = { ...draft, name: normalizeName(draft.name), description: draft.description.trim() }
    return check.save(() => actions.save(group, named))
  }
  return (
    <FormDialog
      open
      title={group ? t('titleEdit', { name: group.name }) : t('titleCreate')}
      submitLabel={check.saveAnyway ?? t(group ? 'save' : 'create')}
      cancelLabel={t('cancel')}
      busy={state.saving || check.isChecking}
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
      <AccessCheckAlert {...check} />
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

const Roles = ({ state, t, group, draft, onChange }: PartProps) => (
  <GroupRolesField
    label={t('assignRoles')}
    hint={t('assignRolesTooltip')}
    placeholder={t('assignRolesPlaceholder')}
    grantable={state.roles}
    own={group?.roles ?? []}
    values={draft.roleIds}
    onChange={(roleIds) => onChange({ roleIds })}
  />
)

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

/** Renders the dialog that is open. */
export const GroupsDialogs = (props: GroupsViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'edit':
      return <GroupDialog key={dialog.group?.id ?? ''} {...props} group={dialog.group} />
    case 'members':
      return <MembersDrawer {...props} group={dialog.group} isAdding={dialog.isAdding} />
    case 'delete':
      return <DeleteDialog {...props} group={dialog.group} />
    case 'settings':
      return <SettingsDialog {...props} />
  }
}

const DeleteDialog = (props: GroupsViewProps & { group: ListedGroup }) => {
  const { actions, t, group } = props
  // A group that a link opens from another page of the list isn't counted.
  const { userCount: members } = group
  const takesRoles = members !== 0 && group.roles?.length !== 0
  const check = useAccessCheck(props, takesRoles ? [{ kind: 'group', id: group.id }] : [])
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: group.name })}
      text={members ? t('deleteMembers', { count: members }) : t(members === 0 ? 'deleteEmpty' : 'deleteUncounted')}
      confirmLabel={t('deleteConfirm', { name: group.name })}
      cancelLabel={t('cancel')}
      busy={check.isHeld}
      onConfirm={() => void check.whenChecked(() => void actions.remove(group))}
      onClose={actions.closeDialog}
    >
      <AccessCheckAlert {...check} />
    </ConfirmDialog>
  )
}

const givesRoles = ({ enabled, rolesEnabled }: GroupsConfiguration): boolean => enabled && rolesEnabled

/** Sets whether the account uses groups, and whether they grant roles. */
const SettingsDialog = (props: GroupsViewProps) => {
  const { state, actions, t } = props
  const before = state.config ?? { enabled: true, rolesEnabled: true }
  const [config, setConfig] = useState(before)
  const isTurnedOff = givesRoles(before) && !givesRoles(config)
  const check = useCheckedSave(props, isTurnedOff ? [{ kind: 'group-roles-off' }] : [], config)
  return (
    <FormDialog
      open
      size="s"
      title={t('settingsTitle')}
      submitLabel={check.saveAnyway ?? t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving || check.isChecking}
      error={state.formError}
      dirty={config.enabled !== before.enabled || config.rolesEnabled !== before.rolesEnabled}
      onSubmit={() => check.save(() => actions.saveSettings(config))}
      onClose={actions.closeDialog}
    >
      <div className="fe-groups-switches">
        <Switch
          label={t('settingsEnabled')}
          hint={t('settingsEnabledHint')}
          checked={config.enabled}
          onChange={(enabled) => setConfig({ ...config, enabled })}
        />
        <Switch
          label={t('settingsRoles')}
          hint={t('settingsRolesHint')}
          checked={config.rolesEnabled}
          disabled={!config.enabled}
          onChange={(rolesEnabled) => setConfig({ ...config, rolesEnabled })}
        />
      </div>
      <AccessCheckAlert {...check} />
    </FormDialog>
  )
}
