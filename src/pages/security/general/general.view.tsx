import { type Appearance, isEditable, isShown } from '../../../feature/page-fields.ts'
import { useProblems } from '../../../parts/form-card/use-problems.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { SettingsForm } from '../form/settings-form.tsx'
import { useFocusOn } from '../use-focus-on.ts'
import { CountCard } from './count-card.tsx'
import { historyRange, lockoutRange, POLICY_KINDS, type PolicyKind } from './general.policies.ts'
import type { GeneralViewProps } from './general.props.ts'
import { dirtyKinds, isBusy, isValid } from './general.state.ts'
import { MfaCard } from './mfa-card.tsx'
import { VendorCard } from './vendor-card.tsx'

/** Names of the fields in a host's options and the portal's metadata. */
const WIRE_NAMES: Readonly<Record<PolicyKind, string>> = {
  mfa: 'mfa',
  lockout: 'userLockout',
  history: 'passwordHistory',
}

const useFieldProblems = ({ state: { parts }, form }: GeneralViewProps) =>
  useProblems<'lockout' | 'history'>({
    ...(!isValid('lockout', parts.lockout) && {
      lockout: form('numberInvalid', { ...lockoutRange(parts.lockout.floor) }),
    }),
    ...(!isValid('history', parts.history) && {
      history: form('numberInvalid', { ...historyRange(parts.history.floor) }),
    }),
  })

const historyAppearance = ({ state, appearanceOf }: GeneralViewProps): Appearance => {
  const appearance = appearanceOf(WIRE_NAMES.history)
  return isEditable(appearance) && state.vendor.isHistoryFixed ? 'viewOnly' : appearance
}

export const GeneralView = (props: GeneralViewProps) => {
  const { state, actions, t, form, appearanceOf, focus, onSave } = props
  const problems = useFieldProblems(props)
  const isReady = POLICY_KINDS.every((kind) => state.parts[kind].phase !== 'loading')
  const ref = useFocusOn(focus, isReady)
  if (!Object.values(WIRE_NAMES).some((name) => isShown(appearanceOf(name)))) {
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
        <MfaCard {...card} appearance={appearanceOf(WIRE_NAMES.mfa)} />
        <CountCard {...card} kind="lockout" appearance={appearanceOf(WIRE_NAMES.lockout)} />
        <CountCard {...card} kind="history" appearance={historyAppearance(props)} />
      </SettingsForm>
      <VendorCard vendor={state.vendor} t={t} />
    </div>
  )
}
