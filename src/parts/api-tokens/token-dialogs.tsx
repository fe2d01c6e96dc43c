import { useState } from 'react'
import { formatDate } from '../../rules/account-date.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field } from '../../ui/field/field.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Select } from '../../ui/select/select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { fileNameOf, saveText } from '../mfa/save-text.ts'
import { roleOptions } from '../role-options/role-options.ts'
import { useUnsaved } from '../unsaved/unsaved.tsx'
import type { TokensViewProps } from './api-tokens.slice.ts'
import { type ApiToken, EMPTY_DRAFT, EXPIRY_DAYS, problemsOf, type TokenDraft } from './api-tokens.state.ts'

type Draft = Pick<TokenDraft, 'description' | 'roleIds'>
type Touched = Readonly<Partial<Record<'description' | 'roles', true>>>

const DAY_MS = 86_400_000

interface FieldsProps<Value extends Draft> extends TokensViewProps {
  draft: Value
  onChange(draft: Value): void
  touched: Touched
  onTouch(field: keyof Touched): void
}

/** Validates a field when it loses focus and on submit, but not during the first typing. */
const useTouched = () => {
  const [touched, setTouched] = useState<Touched>({})
  return {
    touched,
    onTouch: (field: keyof Touched) => setTouched((before) => ({ ...before, [field]: true })),
    touchAll: () => setTouched({ description: true, roles: true }),
  }
}

const SharedFields = <Value extends Draft>(props: FieldsProps<Value>) => {
  const { state, t, hasRoles, draft, onChange, touched, onTouch } = props
  const problems = problemsOf(draft, hasRoles)
  const wrong = (field: keyof Touched) => (touched[field] && problems[field] ? t(problems[field]) : undefined)
  return (
    <>
      <Field label={t('descriptionInputLabel')} hint={t('descriptionHint')} error={wrong('description')}>
        {(ids) => (
          <TextInput
            {...ids}
            name="description"
            autoComplete="off"
            value={draft.description}
            onBlur={() => draft.description && onTouch('description')}
            onChange={(event) => onChange({ ...draft, description: event.target.value })}
          />
        )}
      </Field>
      {hasRoles && (
        <Field label={t('rolesInputLabel')} hint={t('rolesHint')} error={wrong('roles')}>
          {({ id, describedBy, invalid }) => (
            <Combobox
              id={id}
              describedBy={describedBy}
              invalid={invalid}
              options={roleOptions(state.roles)}
              values={draft.roleIds}
              onChange={(roleIds) => onChange({ ...draft, roleIds })}
              placeholder={draft.roleIds.length > 0 ? '' : t('rolesInputPlaceholder')}
            />
          )}
        </Field>
      )}
    </>
  )
}

const ExpiryField = ({ t, draft, onChange }: FieldsProps<TokenDraft>) => {
  const { now, dates } = useLocale()
  const end = draft.days === null ? undefined : now() + draft.days * DAY_MS
  const hint = end === undefined ? t('neverHint') : t('expiryHint', { date: formatDate(end, dates) })
  return (
    <Field label={t('expiresInputLabel')} hint={hint}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          name="expires"
          describedBy={describedBy}
          value={String(draft.days ?? '')}
          options={[
            ...EXPIRY_DAYS.map((count) => ({ value: String(count), label: t('expireAfter', { count }) })),
            { value: '', label: t('neverExpire') },
          ]}
          onChange={(days) => onChange({ ...draft, days: days ? Number(days) : null })}
        />
      )}
    </Field>
  )
}

const isEmpty = (problems: object): boolean => Object.keys(problems).length === 0

export const CreateDialog = (props: TokensViewProps) => {
  const { state, actions, t, hasRoles } = props
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const { touchAll, ...touch } = useTouched()
  const tenant = state.viewer?.tenantName ?? ''
  const submit = () => {
    touchAll()
    if (!isEmpty(problemsOf(draft, hasRoles))) return false
    return actions.create(draft)
  }
  return (
    <FormDialog
      open
      title={t('addTitle')}
      description={t(hasRoles ? 'addDescriptionRoles' : 'addDescription', { tenant })}
      submitLabel={t('create')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={draft !== EMPTY_DRAFT}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <SharedFields<TokenDraft> {...props} {...touch} draft={draft} onChange={setDraft} />
      <ExpiryField {...props} {...touch} draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}

const isSame = (one: Draft, other: Draft): boolean =>
  one.description === other.description && one.roleIds.join() === other.roleIds.join()

export const EditDialog = (props: TokensViewProps & { token: ApiToken }) => {
  const { state, actions, t, hasRoles, token } = props
  const before: Draft = { description: token.name, roleIds: token.roleIds }
  const [draft, setDraft] = useState(before)
  const { touchAll, ...touch } = useTouched()
  const submit = () => {
    touchAll()
    if (!isEmpty(problemsOf(draft, hasRoles))) return false
    if (isSame(before, draft)) return void actions.closeDialog()
    const description = draft.description.trim()
    return actions.save(token, { description, roleIds: hasRoles ? draft.roleIds : undefined })
  }
  return (
    <FormDialog
      open
      title={t('editTitle', { name: token.name })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={!isSame(before, draft)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <SharedFields {...props} {...touch} draft={draft} onChange={setDraft} />
    </FormDialog>
  )
}

const Value = ({ label, value, copyLabel }: { label: string; value: string; copyLabel: string }) => (
  <Field label={label}>
    {({ id }) => (
      <span className="fe-tokens-value">
        <TextInput id={id} readOnly spellCheck={false} value={value} onFocus={(event) => event.target.select()} />
        <CopyButton size="m" text={value} label={copyLabel} />
      </span>
    )}
  </Field>
)

interface SecretDialogProps extends TokensViewProps {
  token: ApiToken
  secret: string
}

/** Returns the token as environment variables, which most scripts read. */
const fileOf = ({ token, secret }: Pick<SecretDialogProps, 'token' | 'secret'>): string =>
  token.kind === 'AccessToken' ? `ACCESS_TOKEN=${secret}` : `CLIENT_ID=${token.id}\nCLIENT_SECRET=${secret}`

/** Shows the secret once. Closing the dialog other than by its button asks for confirmation. */
const SecretDialog = (props: SecretDialogProps) => {
  const { actions, t, token, secret } = props
  const [isConfirming, setConfirming] = useState(false)
  useUnsaved(true, actions.closeDialog)
  const isAccess = token.kind === 'AccessToken'
  const footer = (
    <>
      <Button icon="download" onClick={() => saveText(fileNameOf(token.name, 'env'), fileOf(props))}>
        {t('download')}
      </Button>
      <Button variant="primary" onClick={actions.closeDialog}>
        {t('done')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={t('successTitle')}
      description={t(isAccess ? 'successAccess' : 'successCredentials')}
      onClose={() => setConfirming(true)}
      footer={footer}
    >
      <div className="fe-tokens-secret">
        <Alert tone="warning">{t('secretWarning')}</Alert>
        {!isAccess && <Value label={t('clientId')} value={token.id} copyLabel={t('copyClientId')} />}
        <Value label={t(isAccess ? 'accessToken' : 'secretKey')} value={secret} copyLabel={t('copySecret')} />
      </div>
      <ConfirmDialog
        open={isConfirming}
        danger
        title={t('leaveSecretTitle')}
        text={t('leaveSecretText')}
        cancelLabel={t('leaveSecretStay')}
        confirmLabel={t('leaveSecretGo')}
        onClose={() => setConfirming(false)}
        onConfirm={actions.closeDialog}
      />
    </Dialog>
  )
}

/** Renders the dialog that is open. */
export const TokenDialogs = (props: TokensViewProps) => {
  const { state, actions, t } = props
  const { dialog } = state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'create':
      return <CreateDialog {...props} />
    case 'secret':
      return <SecretDialog {...props} token={dialog.token} secret={dialog.secret} />
    case 'edit':
      return <EditDialog {...props} token={dialog.token} />
    case 'revoke':
      return (
        <ConfirmDialog
          open
          danger
          title={t('revokeTitle', { name: dialog.token.name })}
          text={t('revokeText', { tenant: state.viewer?.tenantName ?? '' })}
          confirmLabel={t('revokeConfirm', { name: dialog.token.name })}
          cancelLabel={t('cancel')}
          busy={state.saving}
          error={state.formError}
          onConfirm={() => void actions.revoke(dialog.token)}
          onClose={actions.closeDialog}
        />
      )
  }
}
