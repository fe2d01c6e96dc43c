import { type Appearance, isEditable, isShown } from '../../../feature/page-fields.ts'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useProblems } from '../../../parts/form-card/use-problems.ts'
import { FailureGroup } from '../../../parts/part-failure/part-failure.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SettingsForm } from '../form/settings-form.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { CountCard } from './count-card.tsx'
import { historyRange, lockoutRange, POLICY_KINDS, TOKEN_DAYS } from './general.policies.ts'
import type { GeneralViewProps } from './general.props.ts'
import { dirtyKinds, isBusy, isValid } from './general.state.ts'
import { MfaCard } from './mfa-card.tsx'
import { VendorCard } from './vendor-card.tsx'

const useFieldProblems = ({ state: { parts }, form }: GeneralViewProps) =>
  useProblems<'lockout' | 'history' | 'tokens'>({
    ...(!isValid('lockout', parts.lockout) && {
      lockout: form('numberInvalid', { ...lockoutRange(parts.lockout.floor) }),
    }),
    ...(!isValid('history', parts.history) && {
      history: form('numberInvalid', { ...historyRange(parts.history.floor) }),
    }),
    ...(!isValid('tokens', parts.tokens) && { tokens: form('numberInvalid', { ...TOKEN_DAYS }) }),
  })

const historyAppearance = ({ state, appearanceOf }: GeneralViewProps): Appearance => {
  const appearance = appearanceOf(CONTROLS.history.field)
  return isEditable(appearance) && state.vendor.isHistoryFixed ? 'viewOnly' : appearance
}

export const GeneralView = (props: GeneralViewProps) => {
  const { state, actions, t, form, appearanceOf, focus, onSave } = props
  const problems = useFieldProblems(props)
  const isReady = POLICY_KINDS.every((kind) => state.parts[kind].phase !== 'loading')
  const ref = useFocusOn(focus, isReady)
  if (!POLICY_KINDS.some((kind) => isShown(appearanceOf(CONTROLS[kind].field)))) {
    return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  }
  const submit = () => {
    const isGood = problems.check()
    if (isGood) void onSave()
    return isGood
  }
  const discard = () => {
    problems.forget()
    actions.discard()
  }
  const card = { ...props, problems }
  return (
    <div ref={ref} className="fe-security-form">
      <SettingsForm
        label={t('title')}
        dirty={dirtyKinds(state).length > 0}
        busy={isBusy(state)}
        error={state.formError}
        onSubmit={submit}
        onDiscard={discard}
        t={form}
      >
        <FailureGroup>
          <MfaCard {...card} appearance={appearanceOf(CONTROLS.mfa.field)} />
          <CountCard {...card} kind="lockout" appearance={appearanceOf(CONTROLS.lockout.field)} />
          <CountCard {...card} kind="history" appearance={historyAppearance(props)} />
          <CountCard {...card} kind="tokens" appearance={appearanceOf(CONTROLS.tokens.field)} />
        </FailureGroup>
      </SettingsForm>
      <VendorCard vendor={state.vendor} t={t} />
    </div>
  )
}
