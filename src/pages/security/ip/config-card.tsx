import type { ListType } from '../../../entities/policies.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { PolicyCard } from '../form/policy-card.tsx'
import { type IpViewProps, mayWrite } from './ip.props.ts'
import { isBusy } from './ip.state.ts'

const SUMMARY = { ALLOW: 'summaryAllow', BLOCK: 'summaryBlock' } as const

/** Where the user is now, which is what an allow list must contain first of all. */
const MyIp = (props: IpViewProps) => {
  const { state, actions, t } = props
  const { myIp, isMyIpAllowed, config } = state
  if (myIp === undefined) return null
  const isDone = isMyIpAllowed && config.isActive && config.strategy === 'ALLOW'
  return (
    <div className="fe-security-ip-mine">
      <span>{t('myCurrentIp', { ip: myIp })}</span>
      <Badge tone={isMyIpAllowed ? 'success' : 'neutral'} dot>
        {isMyIpAllowed ? t('currentIpChip') : t('ownIpDisclaimerAllow')}
      </Badge>
      {mayWrite(props) && !isDone && (
        <Button size="s" busy={isBusy(state)} onClick={() => void actions.addMyIp(t('myIpDescription'))}>
          {t('addMyIp')}
        </Button>
      )}
    </div>
  )
}

/** Whether IP addresses are restricted, and by which list. Each change is saved at once. */
export const ConfigCard = (props: IpViewProps) => {
  const { state, actions, t, form, tenant } = props
  const { isActive, strategy } = state.config
  return (
    <div className="fe-security-ip-config">
      <PolicyCard
        focus="config"
        title={t('title')}
        text={t('subTitle', { tenant })}
        appearance={mayWrite(props) ? 'edit' : 'viewOnly'}
        isOn={isActive}
        summary={isActive ? t(SUMMARY[strategy]) : t('summaryOff')}
        busy={isBusy(state)}
        onToggle={(isOn) => void actions.configure({ isActive: isOn, strategy })}
        t={form}
      >
        <Field label={t('accessLabel')} reserveMessage={false}>
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
      </PolicyCard>
      {state.formError !== undefined && state.dialog === null && <Alert tone="danger">{state.formError}</Alert>}
      <MyIp {...props} />
    </div>
  )
}
