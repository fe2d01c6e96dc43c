import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSettings, useTexts } from '../../../feature/feature-context.tsx'
import { type Appearance, isEditable, isShown } from '../../../feature/page-fields.ts'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { useProblems } from '../../../parts/form-card/form-card.tsx'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { FailureGroup } from '../../../parts/part-failure/part-failure.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { formMessages } from '../form/form.messages.ts'
import { SettingsForm, useFocusOn } from '../form/settings-form.tsx'
import type { TabProps } from '../security.state.ts'
import { generalSlice } from './general.actions.ts'
import { CountCard, MfaCard, VendorCard } from './general.cards.tsx'
import { type GeneralTexts, generalMessages } from './general.messages.ts'
import { historyRange, lockoutRange, POLICY_KINDS, TOKEN_DAYS } from './general.policies.ts'
import {
  dirtyKinds,
  type GeneralActions,
  type GeneralState,
  type GeneralViewProps,
  initialGeneral,
  isBusy,
  isValid,
} from './general.state.ts'

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

type GeneralTabProps = FeatureProps<GeneralState, GeneralActions, GeneralTexts> & TabProps

const GeneralTab = ({ state, actions, t, appearanceOf, viewer, focus, changed }: GeneralTabProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  const settings = useSettings()
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  const { mfa, lockout, history, tokens } = state.parts
  const failures = {
    mfa: useFailureText(mfa.failure),
    lockout: useFailureText(lockout.failure),
    history: useFailureText(history.failure),
    tokens: useFailureText(tokens.failure),
  }
  return (
    <>
      <GeneralView
        state={state}
        actions={actions}
        t={t}
        app={settings.vendor?.name}
        form={useTexts(formMessages)}
        failures={failures}
        appearanceOf={appearanceOf}
        focus={focus}
        onSave={async () => {
          if ((await actions.save()) > 0) changed()
        }}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const generalFeature = defineFeature<GeneralState, GeneralActions, GeneralTexts, TabProps>({
  initial: initialGeneral,
  slice: generalSlice,
  messages: generalMessages,
  Component: GeneralTab,
})
