import { useState } from 'react'
import type { Translate } from '../../../feature/messages.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { RolesTexts } from '../roles.messages.ts'
import type { RolesViewProps } from '../roles.props.ts'
import { draftOf, EMPTY_ROLE, isBuiltIn, isKey, keyFrom, type RoleDraft, type RolesDialog } from '../roles.state.ts'
import { GrantedList } from './granted-list.tsx'
import { ImpactBox } from './impact-box.tsx'
import { PermissionList } from './permission-list.tsx'
import css from './role-editor.css'

interface RoleDialogProps extends RolesViewProps {
  dialog: Extract<RolesDialog, { kind: 'edit' }>
}

const firstDraft = ({ dialog: { role, copyOf }, t }: RoleDialogProps): RoleDraft => {
  if (role) return draftOf(role)
  if (!copyOf) return EMPTY_ROLE
  const name = t('copyName', { name: copyOf.name })
  return { ...draftOf(copyOf), name, key: keyFrom(name), isDefault: false }
}

const problemsOf = (draft: RoleDraft, t: Translate<RolesTexts>) => ({
  name: draft.name.trim() ? undefined : t('nameIsRequired'),
  key: isKey(draft.key) ? undefined : t('keyIsRequired'),
})

/** Create or edit a role; a built-in role is read-only. */
export const RoleDialog = (props: RoleDialogProps) => {
  useSheet(css)
  const { state, dialog } = props
  const may = state.viewer?.may
  const isReadOnly = dialog.role !== undefined && (isBuiltIn(dialog.role) || !may?.edit)
  return isReadOnly ? <ReadRole {...props} /> : <EditRole {...props} />
}

const ReadRole = ({ state, actions, t, dialog }: RoleDialogProps) => {
  const { role } = dialog
  if (!role) return null
  return (
    <Dialog
      open
      size="l"
      title={t('viewTitle', { name: role.name })}
      description={role.description}
      onClose={actions.closeDialog}
      footer={
        <>
          <Button onClick={actions.closeDialog}>{t('close')}</Button>
          {state.viewer?.may.create && (
            <Button variant="primary" onClick={() => actions.openDialog({ kind: 'edit', copyOf: role })}>
              {t('duplicateRole')}
            </Button>
          )}
        </>
      }
    >
      {isBuiltIn(role) && <Alert tone="info">{t('builtInText')}</Alert>}
      <GrantedList state={state} t={t} role={role} />
    </Dialog>
  )
}

const EditRole = (props: RoleDialogProps) => {
  const { state, actions, t, dialog } = props
  const [before] = useState(() => firstDraft(props))
  const [draft, setDraft] = useState(before)
  const [checked, setChecked] = useState(false)
  const { role } = dialog
  const edit = (patch: Partial<RoleDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const problems = checked ? problemsOf(draft, t) : { name: undefined, key: undefined }
  const submit = () => {
    setChecked(true)
    const found = problemsOf(draft, t)
    if (found.name ?? found.key) return false
    return actions.save(role, { ...draft, name: draft.name.trim(), description: draft.description.trim() })
  }
  return (
    <FormDialog
      open
      size="xl"
      title={role ? t('editTitle', { name: role.name }) : t('createTitle')}
      submitLabel={role ? t('save') : t('create')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <div className="fe-roles-editor">
        <div className="fe-roles-facts">
          <RoleInputs {...props} draft={draft} problems={problems} onChange={edit} />
          {role && <ImpactBox {...props} role={role} permissionIds={draft.permissionIds} />}
        </div>
        <PermissionList
          state={state}
          t={t}
          chosen={draft.permissionIds}
          held={role?.permissions ?? []}
          onChange={(permissionIds) => edit({ permissionIds })}
        />
      </div>
    </FormDialog>
  )
}

interface InputsProps extends RoleDialogProps {
  draft: RoleDraft
  problems: { name: string | undefined; key: string | undefined }
  onChange(patch: Partial<RoleDraft>): void
}

const RoleInputs = ({ t, dialog, draft, problems, onChange }: InputsProps) => {
  const isFollowing = !dialog.role && draft.key === keyFrom(draft.name)
  const rename = (name: string) => onChange({ name, ...(isFollowing && { key: keyFrom(name) }) })
  return (
    <>
      <Field label={t('nameInputLabel')} error={problems.name}>
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            autoComplete="off"
            data-autofocus
            maxLength={100}
            value={draft.name}
            onChange={(event) => rename(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('keyInputLabel')} hint={t('keyHint')} error={problems.key}>
        {(ids) => (
          <TextInput
            {...ids}
            name="key"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            value={draft.key}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('descriptionInputLabel')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="description"
            autoComplete="off"
            maxLength={1000}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Switch
        label={t('defaultRole')}
        hint={t('defaultRoleDescription')}
        checked={draft.isDefault}
        onChange={(isDefault) => onChange({ isDefault })}
      />
    </>
  )
}
