import { useEffect } from 'react'
import type { ListType } from '../../../entities/policies.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { CONTROLS } from '../../../navigation/field-places.ts'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { PageFailure, PageLoading } from '../../../parts/page-bodies/page-bodies.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { formMessages } from '../form/form.messages.ts'
import { useFocusOn } from '../form/settings-form.tsx'
import type { TabProps } from '../security.state.ts'
import { IpDialogs } from './dialogs/ip-dialogs.tsx'
import { ipSlice } from './ip.actions.ts'
import css from './ip.css'
import { type IpTexts, ipMessages } from './ip.messages.ts'
import { RulesCard, TestCard } from './ip.rules.tsx'
import { type IpActions, type IpState, type IpViewProps, initialIp, isBusy, mayWrite } from './ip.state.ts'

const Cards = (props: IpViewProps) => {
  const ref = useFocusOn(props.focus, true)
  return (
    <div ref={ref} className="fe-security-ips">
      <ConfigCard {...props} />
      <RulesCard {...props} />
      {!props.state.missing.includes('testIpAddress') && <TestCard {...props} />}
      <IpDialogs {...props} />
    </div>
  )
}

export const IpView = (props: IpViewProps) => {
  useSheet(css)
  const { state, actions, t, failure, appearance } = props
  if (appearance === 'hidden') return <EmptyState icon="shield" title={t('nothingTitle')} text={t('nothingText')} />
  if (state.phase === 'loading') return <PageLoading label={t('loading')} />
  if (state.phase === 'failed') {
    return <PageFailure title={t('loadFailedTitle')} text={failure ?? ''} retry={t('retry')} onRetry={actions.load} />
  }
  return <Cards {...props} />
}

const SUMMARY = { ALLOW: 'summaryAllow', BLOCK: 'summaryBlock' } as const

const summaryOf = ({ state: { config }, t }: IpViewProps): string =>
  config.isActive ? t(SUMMARY[config.strategy]) : t('summaryOff')

/** The user's current IP address, which an allow list must contain first. */
const MyIp = (props: IpViewProps) => {
  const { state, actions, t } = props
  const { myIp, isMyIpAllowed } = state
  if (myIp === undefined) return null
  return (
    <div className="fe-security-ip-mine">
      <span>{t('myCurrentIp', { ip: myIp })}</span>
      <Badge tone={isMyIpAllowed ? 'success' : 'neutral'} dot>
        {isMyIpAllowed ? t('currentIpChip') : t('ownIpDisclaimerAllow')}
      </Badge>
      {mayWrite(props) && !isMyIpAllowed && (
        <Button size="s" busy={isBusy(state)} onClick={() => void actions.addMyIp(t('myIpDescription'))}>
          {t('addMyIp')}
        </Button>
      )}
    </div>
  )
}

/** The choice between the two lists. It can be made before restrictions are turned on. */
const Strategy = ({ state, actions, t }: IpViewProps) => {
  const { isActive, strategy } = state.config
  return (
    <Field label={t('accessLabel')}>
      {(ids) => (
        <Select<ListType>
          {...ids}
          name="strategy"
          value={strategy}
          disabled={isBusy(state)}
          options={[
            { value: 'ALLOW', label: t('allowButton') },
            { value: 'BLOCK', label: t('denyButton') },
          ]}
          onChange={(list) => void actions.configure({ isActive, strategy: list })}
        />
      )}
    </Field>
  )
}

/** Sets whether IP addresses are restricted, and by which list. Each change is saved at once. */
const ConfigCard = (props: IpViewProps) => {
  const { state, actions, t, form, tenant } = props
  const { isActive, strategy } = state.config
  const canWrite = mayWrite(props)
  const control = canWrite ? (
    <Switch
      label={t('title')}
      hideLabel
      checked={isActive}
      disabled={isBusy(state)}
      onChange={(isOn) => void actions.configure({ isActive: isOn, strategy })}
    />
  ) : (
    <Badge tone={isActive ? 'success' : 'neutral'} dot>
      {form(isActive ? 'on' : 'off')}
    </Badge>
  )
  return (
    <div data-focus="config" tabIndex={-1} className="fe-security-policy">
      <Card title={t('title')} text={t('subTitle', { tenant })} action={control}>
        <div className="fe-security-ip-config">
          {canWrite ? <Strategy {...props} /> : <p className="fe-security-value">{summaryOf(props)}</p>}
          {state.formError !== undefined && state.dialog === null && <Alert tone="danger">{state.formError}</Alert>}
          <MyIp {...props} />
        </div>
      </Card>
    </div>
  )
}

type IpTabProps = FeatureProps<IpState, IpActions, IpTexts> & TabProps

const useNotices = ({ state, actions, t }: IpTabProps) =>
  useNotice(state.notice, ({ key, values, undo }) => ({
    tone: key === 'unavailable' ? 'danger' : 'success',
    text: t(key, values),
    ...(undo !== undefined && {
      ms: UNDO_MS,
      action: { label: t('undo'), onSelect: () => actions.undo(undo) },
      onGone: () => actions.commit(undo),
    }),
  }))

const IpTab = (props: IpTabProps) => {
  const { state, actions, t, appearanceOf, viewer, focus, changed } = props
  const { saves } = state
  useEffect(() => {
    void actions.open()
    return actions.close
  }, [actions])
  useEffect(() => {
    if (saves > 0) changed()
  }, [saves, changed])
  useNotices(props)
  return (
    <>
      <IpView
        state={state}
        actions={actions}
        t={t}
        form={useTexts(formMessages)}
        failure={useFailureText(state.failure)}
        appearance={appearanceOf(CONTROLS.ips.field)}
        tenant={viewer.tenantName}
        focus={focus}
      />
      <Guard guard={state.guard} tenant={viewer.tenantName} {...actions.guard} />
    </>
  )
}

export const ipFeature = defineFeature<IpState, IpActions, IpTexts, TabProps>({
  initial: initialIp,
  slice: ipSlice,
  messages: ipMessages,
  Component: IpTab,
})
