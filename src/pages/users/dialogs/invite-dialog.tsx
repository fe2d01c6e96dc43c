import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { Translate } from '../../../i18n/messages.ts'
import { roleOptions } from '../../../parts/role-options/role-options.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { Field, type FieldIds } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { ShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import {
  addEmails,
  allEmails,
  type InviteDraft,
  type InviteProblem,
  type InviteProblems,
  isEmail,
  problemsOf,
} from '../users.invite-form.ts'
import type { UsersDialog, UsersViewProps } from '../users.state.ts'
import { type InviteTexts, inviteMessages } from './invitation.messages.ts'
import { FailureList, JobProgress } from './job-progress.tsx'

type InviteDialogState = Extract<UsersDialog, { kind: 'invite' }>

interface InviteDialogProps extends UsersViewProps {
  dialog: InviteDialogState
}

/** Durations of temporary access, which the row menu can extend. */
const ACCESS_DAYS = [1, 7, 14, 30, 90]

export const InviteDialog = (props: InviteDialogProps) => {
  const { state, actions, dialog } = props
  const t = useLocale().translator.translatorFor(inviteMessages)
  const { draft, failures } = dialog
  const fields = state.inviteFields
  const [checked, setChecked] = useState(false)
  const problems = checked ? problemsOf(draft, fields) : {}
  const emails = allEmails(draft)
  const job = state.job?.kind === 'invite' && state.job.phase !== 'finished' ? state.job : undefined
  const submit = () => {
    setChecked(true)
    if (Object.keys(problemsOf(draft, fields)).length > 0) return false
    actions.editDraft({ emails: addEmails(draft.emails, draft.typing), typing: '' })
    actions.invite(draft)
    return undefined
  }
  return (
    <FormDialog
      open
      size="m"
      title={t('inviteTitle')}
      description={t('inviteDescription', { tenant: state.viewer?.tenantName ?? '' })}
      submitLabel={t('inviteSubmit', { count: Math.max(1, emails.length) })}
      cancelLabel={t('cancel')}
      busy={Boolean(job)}
      dirty={emails.length > 0}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {failures.length > 0 && !job && (
        <Alert tone="danger" title={t('inviteFailures', { count: failures.length })}>
          <FailureList failures={failures} />
        </Alert>
      )}
      <InviteInputs {...props} t={t} problems={problems} onLeave={() => emails.length > 0 && setChecked(true)} />
      {job && <JobProgress job={job} t={props.t} onStop={actions.stopJob} />}
    </FormDialog>
  )
}

interface InputsProps extends Omit<InviteDialogProps, 't'> {
  t: Translate<InviteTexts>
  problems: InviteProblems
  onLeave(): void
}

const InviteInputs = (props: InputsProps) => {
  const { state, actions, t, dialog, problems, onLeave } = props
  const { draft } = dialog
  const textOf = (problem: InviteProblem | undefined) => problem && t(problem)
  return (
    <>
      <Field label={t('bulkLabel')} hint={t('bulkFormHelper')} error={textOf(problems.emails)}>
        {(ids) => <EmailChips {...ids} draft={draft} onChange={actions.editDraft} onLeave={onLeave} t={t} />}
      </Field>
      <UserInputs {...props} />
      <Field label={t('rolesInputLabel')} hint={t('rolesHint')}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            placeholder={draft.roleIds.length > 0 ? '' : t('rolesInputPlaceholder')}
            options={roleOptions(state.roles)}
            values={draft.roleIds}
            onChange={(roleIds) => actions.editDraft({ roleIds })}
          />
        )}
      </Field>
      {state.extras.temporary && (
        <Field label={t('expirationLabel')}>
          {({ id }) => (
            <Select
              id={id}
              value={String(draft.days ?? '')}
              options={[
                { value: '', label: t('expirationNever') },
                ...ACCESS_DAYS.map((count) => ({ value: String(count), label: t('expirationDays', { count }) })),
              ]}
              onChange={(days) => actions.editDraft({ days: days ? Number(days) : undefined })}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Fields for a single user. With several they stay, disabled, so that no field moves while emails are added. */
const UserInputs = ({ state, actions, t, dialog: { draft }, problems }: InputsProps) => {
  const fields = state.inviteFields
  const isForSeveral = allEmails(draft).length > 1
  const labelOf = (label: string, need: 'optional' | 'required' | 'hidden') =>
    need === 'optional' ? t('optional', { label }) : label
  return (
    <div className="fe-users-pair">
      {fields.name !== 'hidden' && (
        <Field label={labelOf(t('fullNameInputLabel'), fields.name)} error={problems.name && t(problems.name)}>
          {(ids) => (
            <TextInput
              {...ids}
              name="name"
              autoComplete="off"
              disabled={isForSeveral}
              value={draft.name}
              onChange={(event) => actions.editDraft({ name: event.target.value })}
            />
          )}
        </Field>
      )}
      {fields.phone !== 'hidden' && (
        <Field label={labelOf(t('phoneInputLabel'), fields.phone)} error={problems.phone && t(problems.phone)}>
          {(ids) => (
            <TextInput
              {...ids}
              type="tel"
              name="phone"
              autoComplete="off"
              disabled={isForSeveral}
              value={draft.phone}
              onChange={(event) => actions.editDraft({ phone: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

interface EmailChipsProps extends FieldIds {
  draft: InviteDraft
  onChange(patch: Partial<InviteDraft>): void
  /** Called when the field loses focus, after which its problems may be shown. */
  onLeave(): void
  t: Translate<InviteTexts>
}

/** A text field that turns emails into chips; a pasted list becomes one chip per email. */
const EmailChips = ({ id, describedBy, invalid, draft, onChange, onLeave, t }: EmailChipsProps) => {
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string) => onChange({ emails: addEmails(draft.emails, text), typing: '' })
  const drop = (email: string) => {
    onChange({ emails: draft.emails.filter((other) => other !== email) })
    input.current?.focus()
  }
  const type = (text: string) => {
    if (/[,;\s]$/.test(text) && text.trim()) take(text)
    else onChange({ typing: text })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && draft.typing.trim() && !isOnlyOne(draft)) {
      event.preventDefault()
      take(draft.typing)
    }
    if (event.key === 'Backspace' && draft.typing === '') onChange({ emails: draft.emails.slice(0, -1) })
  }
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(text.trim())) return
    event.preventDefault()
    take(`${draft.typing} ${text}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the chips is a help for the mouse only
    <div
      className="fe-users-chips"
      data-invalid={invalid || undefined}
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        input.current?.focus()
      }}
    >
      {draft.emails.map((email) => (
        <span key={email} className="fe-users-chip" data-invalid={!isEmail(email) || undefined}>
          {!isEmail(email) && <Icon name="alert" size="s" />}
          <span className="fe-truncate">
            <ShownDomain text={email} />
          </span>
          <button type="button" aria-label={t('removeEmail', { email })} onClick={() => drop(email)}>
            <Icon name="x" size="s" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        name="emails"
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={draft.typing}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => {
          if (draft.typing.trim()) take(draft.typing)
          onLeave()
        }}
      />
    </div>
  )
}

/** Returns whether the field has a single complete email, which Enter sends. In a longer list, Enter adds a chip. */
const isOnlyOne = (draft: InviteDraft): boolean => draft.emails.length === 0 && isEmail(draft.typing)
