import type { ListType } from '../../../entities/policies.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { type IpViewProps, mayWrite } from './ip.props.ts'
import { isBusy } from './ip.state.ts'

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
export const ConfigCard = (props: IpViewProps) => {
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
