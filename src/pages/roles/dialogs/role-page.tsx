import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { withoutIsolates } from '../../../i18n/isolate.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { AccessCheckAlert, useCheckedSave } from '../../../parts/access-check/access-check.tsx'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { normalizeName } from '../../../rules/names.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { focusFirstInvalid } from '../../../ui/field/focus-first-invalid.ts'
import { focusAgain } from '../../../ui/focus-again.ts'
import { useUiText } from '../../../ui/locale/ui-text.ts'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet, useUiId } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useUnsaved } from '../../../ui/unsaved/unsaved-guard.ts'
import type { RolesViewProps } from '../roles.actions.ts'
import type { RolesTexts } from '../roles.messages.ts'
import {
  canCount,
  changesTo,
  draftOf,
  EMPTY_ROLE,
  isBuiltIn,
  isKey,
  keyFrom,
  type ListedRole,
  permissionChange,
  type RoleDraft,
  type RolesDialog,
} from '../roles.state.ts'
import { GrantedList, PermissionList } from './permission-list.tsx'
import css from './role-editor.css'

interface RolePageProps extends RolesViewProps {
  dialog: Extract<RolesDialog, { kind: 'edit' }>
}

const firstDraft = ({ dialog: { role, copyOf }, t }: RolePageProps): RoleDraft => {
  if (role) return draftOf(role)
  if (!copyOf) return EMPTY_ROLE
  const name = withoutIsolates(t('copyName', { name: copyOf.name }))
  return { ...draftOf(copyOf), name, key: keyFrom(name), isDefault: false }
}

const problemsOf = (draft: RoleDraft, t: Translate<RolesTexts>) => ({
  name: normalizeName(draft.name) ? undefined : t('nameIsRequired'),
  key: isKey(draft.key) ? undefined : t('keyIsRequired'),
})

/** A role that replaces the list on the page: new, edited or, if it is built in, read-only. */
export const RolePage = (props: RolePageProps) => {
  useSheet(css)
  const { state, dialog } = props
  const may = state.viewer?.may
  const { role } = dialog
  return role && (isBuiltIn(role) || !may?.edit) ? <ReadRole {...props} role={role} /> : <EditRole {...props} />
}

/** Focuses the name of a new role, otherwise the title, and returns the focus to the control that opened the page. */
const usePlace = () => {
  const ref = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const own = ref.current
    const root = own?.getRootNode() as Document | ShadowRoot // a mounted element is in one of the two
    opener.current = root.activeElement
    const start =
      own?.querySelector<HTMLElement>('[data-autofocus]') ?? own?.querySelector<HTMLElement>('[data-page-title]')
    start?.focus()
  }, [])
  // Runs after the list is shown again.
  useEffect(() => () => focusAgain(opener.current), [])
  return ref
}

interface PlaceProps extends Pick<RolesViewProps, 't'> {
  title: string
  description?: string | undefined
  /** Controls besides the back link. */
  controls?: ReactNode
  onLeave(): void
  children: ReactNode
}

const Place = ({ t, title, description, controls, onLeave, children }: PlaceProps) => {
  const ref = usePlace()
  return (
    <section
      ref={ref}
      className="fe-role-page"
      data-in-place=""
      aria-label={title}
      onKeyDown={(event) => {
        const isOver = event.currentTarget.contains((event.target as Element).closest('dialog'))
        if (event.key !== 'Escape' || event.defaultPrevented || isOver) return
        event.preventDefault()
        onLeave()
      }}
    >
      <PageHeader title={title} {...(description && { description })}>
        <Button icon="arrow-left" onClick={onLeave}>
          {t('backToRoles')}
        </Button>
        {controls}
      </PageHeader>
      {children}
    </section>
  )
}

const ReadRole = ({
  state,
  actions,
  t,
  role,
}: RolePageProps & { role: NonNullable<RolePageProps['dialog']['role']> }) => (
  <Place
    t={t}
    title={t('viewTitle', { name: role.name })}
    description={role.description}
    controls={
      state.viewer?.may.create && (
        <Button onClick={() => actions.openDialog({ kind: 'edit', copyOf: role })}>{t('duplicateRole')}</Button>
      )
    }
    onLeave={actions.closeDialog}
  >
    <div className="fe-roles-facts">
      {isBuiltIn(role) && <Alert tone="info">{t('builtInText')}</Alert>}
      <GrantedList state={state} t={t} role={role} />
    </div>
  </Place>
)

/** Returns the typed draft, its problems, and whether leaving would lose changes. */
const useEditing = (props: RolePageProps) => {
  const { state, actions, t, dialog } = props
  const [before] = useState(() => firstDraft(props))
  const [draft, setDraft] = useState(() => ({ ...before, isDefault: dialog.isDefault ?? before.isDefault }))
  const [checked, setChecked] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(before)
  const check = useCheckedSave(
    props,
    dialog.role ? changesTo(dialog.role, draft.permissionIds, draft.isDefault) : [],
    draft,
  )
  useUnsaved(isDirty, actions.closeDialog)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.saving) return
    setChecked(true)
    const found = problemsOf(draft, t)
    if (found.name ?? found.key) requestAnimationFrame(() => focusFirstInvalid(form.current))
    else
      void check.save(() =>
        actions.save(dialog.role, {
          ...draft,
          name: normalizeName(draft.name),
          description: draft.description.trim(),
        }),
      )
  }
  return {
    form,
    draft,
    check,
    isDirty,
    asking,
    setAsking,
    problems: checked ? problemsOf(draft, t) : { name: undefined, key: undefined },
    edit: (patch: Partial<RoleDraft>) => setDraft((now) => ({ ...now, ...patch })),
    reset: () => setDraft(before),
    leave: () => (isDirty ? setAsking(true) : actions.closeDialog()),
    submit,
  }
}

const EditRole = (props: RolePageProps) => {
  const { state, actions, t, dialog } = props
  const ui = useUiText()
  const formId = useUiId()
  const { form, draft, check, isDirty, asking, setAsking, problems, edit, reset, leave, submit } = useEditing(props)
  const { role } = dialog
  const controls = (
    <>
      {role && isDirty && (
        <Button disabled={state.saving || check.isChecking} onClick={reset}>
          {t('discard')}
        </Button>
      )}
      {(isDirty || !role) && (
        <Button type="submit" form={formId} variant="primary" busy={state.saving || check.isChecking}>
          {check.saveAnyway ?? (role ? t('save') : t('create'))}
        </Button>
      )}
    </>
  )
  const title = role ? t('editTitle', { name: role.name }) : t('createTitle')
  return (
    <Place t={t} title={title} controls={controls} onLeave={leave}>
      {state.formError && <Alert tone="danger">{state.formError}</Alert>}
      <AccessCheckAlert {...check} />
      <form ref={form} id={formId} className="fe-roles-editor" noValidate onSubmit={submit}>
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
      </form>
      <ConfirmDialog
        open={asking}
        title={ui('discardTitle')}
        text={ui('discardText')}
        cancelLabel={ui('keepEditing')}
        confirmLabel={ui('discard')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={actions.closeDialog}
      />
    </Place>
  )
}

interface InputsProps extends RolePageProps {
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
            data-autofocus={dialog.role ? undefined : ''}
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

interface ImpactBoxProps extends RolesViewProps {
  role: ListedRole
  permissionIds: readonly string[]
}

/** Delay after the last selected checkbox, so that several changes make one request. */
const REST_MS = 250
const LINES_SHOWN = 6

/** The number of users that saving affects, counted by the server. */
const ImpactBox = (props: ImpactBoxProps) => {
  const { state, actions, t, role, permissionIds } = props
  const { added, removed } = permissionChange(role.permissions, permissionIds)
  const changed = [...removed, ...added].join()
  const { loadImpact } = actions
  useEffect(() => {
    const timer = setTimeout(() => loadImpact(role, changed ? changed.split(',') : []), REST_MS)
    return () => clearTimeout(timer)
  }, [loadImpact, role, changed])
  if (!canCount(state)) return null
  return (
    <section className="fe-roles-impact" aria-label={t('impactTitle')}>
      <strong>{t('impactTitle')}</strong>
      {changed ? <Lines {...props} added={added} removed={removed} /> : <p>{t('impactNone')}</p>}
    </section>
  )
}

type LinesProps = ImpactBoxProps & { added: readonly string[]; removed: readonly string[] }

const Lines = ({ state, t, added, removed }: LinesProps) => {
  const { impact, permissions } = state
  if (impact.phase === 'failed') return <p role="status">{t('impactFailed', { reason: impact.error })}</p>
  if (impact.phase !== 'ready') return <Spinner label={t('impactLoading')} />
  const nameOf = (id: string) => permissions.find((permission) => permission.id === id)?.name ?? id
  const countOf = (id: string) => impact.result.changes.find(({ permissionId }) => permissionId === id)?.users ?? 0
  const line = (id: string, kind: 'lose' | 'gain') => {
    const values = { count: countOf(id), permission: nameOf(id) }
    if (values.count === 0) return t(kind === 'lose' ? 'impactLoseNone' : 'impactGainNone', values)
    return t(kind === 'lose' ? 'impactLose' : 'impactGain', values)
  }
  const lines = [
    ...removed.map((id) => ({ id, kind: 'lose' as const })),
    ...added.map((id) => ({ id, kind: 'gain' as const })),
  ]
  return (
    <div role="status">
      <ul>
        {lines.slice(0, LINES_SHOWN).map(({ id, kind }) => (
          <li key={id} data-kind={countOf(id) > 0 ? kind : undefined}>
            {line(id, kind)}
          </li>
        ))}
        {lines.length > LINES_SHOWN && <li>{t('impactMore', { count: lines.length - LINES_SHOWN })}</li>}
      </ul>
    </div>
  )
}
