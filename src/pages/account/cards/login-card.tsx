import { useEffect } from 'react'
import { FormCard, useProblems } from '../../../parts/form-card/form-card.tsx'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { PictureInput } from '../../../parts/picture/picture-input.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AccountViewProps } from '../account.actions.ts'
import { isColor, lowContrast } from '../account.login.ts'
import { isLoginDirty } from '../account.state.ts'
import { LoginPreview } from './login-preview.tsx'
import { pictureWords } from './settings-card.tsx'

const SIX_DIGITS = /^#[0-9a-f]{6}$/i
/** A color picker has no empty value, so its swatch is crossed out instead. */
const UNSET = '#ffffff'

interface ColorProps {
  label: string
  value: string
  error: string | undefined
  busy: boolean
  t: AccountViewProps['t']
  onChange(value: string): void
  onLeave(): void
}

const Color = ({ label, value, error, busy, t, onChange, onLeave }: ColorProps) => (
  <Field label={label} hint={t('colorHint')} error={error}>
    {(ids) => (
      <TextInput
        {...ids}
        value={value}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        readOnly={busy}
        start={
          <input
            type="color"
            className="fe-account-color"
            aria-label={t('pickColor', { label })}
            value={SIX_DIGITS.test(value) ? value : UNSET}
            data-unset={!value || undefined}
            disabled={busy}
            onChange={(event) => onChange(event.target.value)}
          />
        }
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
    )}
  </Field>
)

const Form = (props: AccountViewProps) => {
  const { state, actions, t, failures, tenant } = props
  const { draft, saving } = state.login
  const busy = saving.kind === 'busy'
  const ratio = lowContrast(draft)
  const wrong = (color: string) => (isColor(color) ? undefined : t('colorIsInvalid'))
  const problems = useProblems({ main: wrong(draft.main), contrast: wrong(draft.contrastText) })
  const submit = () => {
    const isGood = problems.check()
    if (isGood) void actions.saveLogin()
    return isGood
  }
  return (
    <FormCard
      title={t('loginTitle')}
      text={t('loginText', { tenant })}
      dirty={isLoginDirty(state.login)}
      busy={busy}
      error={failures.loginSaving}
      words={{ save: t('save'), discard: t('discard'), noChanges: t('noChanges') }}
      onSubmit={submit}
      onDiscard={() => {
        problems.forget()
        actions.discardLogin()
      }}
    >
      <PictureInput
        label={t('logo')}
        value={draft.logo}
        words={pictureWords(t)}
        busy={busy}
        onChange={(logo) => actions.editLogin({ logo })}
      />
      <Color
        label={t('primaryColor')}
        value={draft.main}
        error={problems.of('main')}
        busy={busy}
        t={t}
        onChange={(main) => actions.editLogin({ main })}
        onLeave={() => problems.left('main')}
      />
      <Color
        label={t('contrastColor')}
        value={draft.contrastText}
        error={problems.of('contrast')}
        busy={busy}
        t={t}
        onChange={(contrastText) => actions.editLogin({ contrastText })}
        onLeave={() => problems.left('contrast')}
      />
      <Field label={t('socialLoginPosition')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={draft.placement}
            disabled={busy}
            options={[
              { value: '', label: t('socialLoginPositionDefault') },
              { value: 'top', label: t('socialLoginPositionUp') },
              { value: 'bottom', label: t('socialLoginPositionDown') },
            ]}
            onChange={(placement) => actions.editLogin({ placement })}
          />
        )}
      </Field>
      {ratio && <Alert tone="warning">{t('lowContrast', { ratio })}</Alert>}
    </FormCard>
  )
}

/** The appearance of this account's login box, loaded when the tab is opened. */
export const LoginCard = (props: AccountViewProps) => {
  const { state, actions, t, failures } = props
  const { phase } = state.login
  const { loadLogin } = actions
  useEffect(() => {
    if (phase === 'idle') void loadLogin()
  }, [phase, loadLogin])
  if (phase === 'failed') {
    const text = failures.login ?? ''
    return <PageFailure title={t('loginFailed')} text={text} retry={t('retry')} onRetry={loadLogin} />
  }
  if (phase !== 'ready') return <PageLoading label={t('loginLoading')} />
  return (
    <div className="fe-account-login">
      <Form {...props} />
      <LoginPreview draft={state.login.draft} t={t} />
    </div>
  )
}
