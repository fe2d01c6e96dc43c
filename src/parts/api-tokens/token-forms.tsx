import { useState } from 'react'
import { formatDate } from '../../rules/account-date.ts'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Select } from '../../ui/select/select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { roleOptions } from '../role-options/role-options.ts'
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
