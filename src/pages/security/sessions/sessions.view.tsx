import { useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { type Appearance, isShown } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { useProblems } from '../../../parts/form-card/form-card.tsx'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { SESSION_SECONDS, SESSIONS_PER_USER } from '../../../rules/policy-limits.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { CountField, formatSeconds, TimeField } from '../form/amount-fields.tsx'
import { type FormTexts, formMessages } from '../form/form.messages.ts'
import { PolicyCard, SettingsForm, useFocusOn } from '../form/settings-form.tsx'
import type { TabProps } from '../security.state.ts'
import { sessionsSlice } from './sessions.actions.ts'
import { type SessionsTexts, sessionsMessages } from './sessions.messages.ts'
import {
  initialSessions,
  invalidFields,
  isBusy,
  isDirty,
  limitsOf,
  type SessionsActions,
  type SessionsDraft,
  type SessionsField,
  type SessionsState,
  type TimeLimitDraft,
} from './sessions.state.ts'

interface SessionsViewProps extends FeatureProps<SessionsState, SessionsActions, SessionsTexts> {
  form: Translate<FormTexts>
  failure: string | undefined
  appearanceOf(field: string): Appearance
  focus: string | undefined
  onSave(): Promise<void>
}

const CARDS = ['idle', 'reLogin', 'concurrent'] as const satisfies readonly SessionsField[]

const useFieldProblems = ({ state, form }: SessionsViewProps) => {
  const { language } = useLocale()
  const timeInvalid = form('timeInvalid', {
    min: formatSeconds(SESSION_SECONDS.min, language),
    max: formatSeconds(SESSION_SECONDS.max, language),
  })
  const texts = { idle: timeInvalid, reLogin: timeInvalid, concurrent: form('numberInvalid', { ...SESSIONS_PER_USER }) }
  const invalid = invalidFields(state.draft)
  return useProblems<SessionsField>(Object.fromEntries(invalid.map((field) => [field, texts[field]])))
}

type CardProps = SessionsViewProps & { problems: ReturnType<typeof useFieldProblems> }

const TimeCard = (props: CardProps & { field: 'idle' | 'reLogin'; seconds: number }) => {
  const { field, seconds, state, actions, t, form, appearanceOf, problems } = props
  const { language } = useLocale()
  const limit = state.draft[field]
  const edit = (patch: Partial<TimeLimitDraft>) =>
    actions.edit({ [field]: { ...limit, ...patch } } satisfies Partial<SessionsDraft>)
  return (
    <PolicyCard
      focus={field}
      title={t(`${field}Title`)}
      text={t(`${field}Text`)}
      appearance={appearanceOf(CONTROLS[field].field)}
      isOn={limit.isActive}
      summary={limit.isActive ? t(`${field}On`, { time: formatSeconds(seconds, language) }) : t(`${field}Off`)}
      busy={isBusy(state)}
      onToggle={(isActive) => edit({ isActive })}
      t={form}
    >
      <TimeField
        label={t(`${field}Label`)}
        name={field}
        value={limit.time}
        error={problems.of(field)}
        busy={isBusy(state)}
        onChange={(time) => edit({ time })}
        onLeave={() => problems.left(field)}
        t={form}
      />
    </PolicyCard>
  )
}

const ConcurrentCard = ({ state, actions, t, form, appearanceOf, problems, max }: CardProps & { max: number }) => {
  const { concurrent } = state.draft
  return (
    <PolicyCard
      focus="concurrent"
      title={t('concurrentTitle')}
      text={t('concurrentText')}
      appearance={appearanceOf(CONTROLS.concurrent.field)}
      isOn={concurrent.isActive}
      summary={concurrent.isActive ? t('concurrentOn', { count: max }) : t('concurrentOff')}
      busy={isBusy(state)}
      onToggle={(isActive) => actions.edit({ concurrent: { ...concurrent, isActive } })}
      t={form}
    >
      <CountField
        label={t('concurrentLabel')}
        name="concurrent"
        value={concurrent.count}
        error={problems.of('concurrent')}
        busy={isBusy(state)}
        onChange={(count) => actions.edit({ concurrent: { ...concurrent, count } })}
        onLeave={() => problems.left('concurrent')}
      />
    </PolicyCard>
  )
}

const Settings = (props: SessionsViewProps) => {
  const { state, actions, t, form, focus, onSave } = props
  const problems = useFieldProblems(props)
  const ref = useFocusOn(focus, true)
  const limits = limitsOf(state.stored ?? {})
  const submit = () => {
    const isValid = problems.check()
    if (isValid) void onSave()
    return isValid
  }
  const discard = () => {
    problems.forget()
    actions.discard()
  }
  const card = { ...props, problems }
  return (
    <div ref={ref}>
      <SettingsForm
        label={t('title')}
        dirty={isDirty(state)}
        busy={isBusy(state)}
        error={state.formError}
        onSubmit={submit}
        onDiscard={discard}
        t={form}
      >
        <TimeCard {...card} field="idle" seconds={limits.sessionIdleTimeoutConfiguration.timeout} />
        <TimeCard {...card} field="reLogin" seconds={limits.sessionTimeoutConfiguration.timeout} />
        <ConcurrentCard {...card} max={limits.sessionConcurrentConfiguration.maxSessions} />
      </SettingsForm>
    </div>
  )
}

export const SessionsView = (props: SessionsViewProps) => {
  const { state, actions, t, failure, appearanceOf } = props
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    return <PageFailure title={t('loadFailedTitle')} text={failure ?? ''} retry={t('retry')} onRetry={actions.load} />
  }
  if (!CARDS.some((field) => isShown(appearanceOf(CONTROLS[field].field))))
    return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  return <Settings {...props} />
}

const SessionsTab = ({
  state,
  actions,
  t,
  appearanceOf,
  viewer,
  focus,
  changed,
}: FeatureProps<SessionsState, SessionsActions, SessionsTexts> & TabProps) => {
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useNotice(state.notice, ({ key }) => ({ tone: 'success', text: t(key) }))
  return (
    <>
      <SessionsView
        state={state}
        actions={actions}
        t={t}
        form={useTexts(formMessages)}
        failure={useFailureText(state.failure)}
        appearanceOf={appearanceOf}
        focus={focus}
        onSave={async () => {
          if (await actions.save()) changed()
        }}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const sessionsFeature = defineFeature<SessionsState, SessionsActions, SessionsTexts, TabProps>({
  initial: initialSessions,
  slice: sessionsSlice,
  messages: sessionsMessages,
  Component: SessionsTab,
})
