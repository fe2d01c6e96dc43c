import { useState } from 'react'
import type { IpTest } from '../../../entities/policies.ts'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { IpViewProps } from './ip.props.ts'

const ruleName = ({ rule }: IpTest): string =>
  rule ? [rule.ip, rule.description && `(${rule.description})`].filter(Boolean).join(' ') : ''

const verdictOf = (result: IpTest, t: IpViewProps['t']): string => {
  const values = { ip: result.ip, rule: ruleName(result) }
  if (result.isAllowedByRules) return result.rule ? t('testAllowedBy', values) : t('testAllowed', values)
  return result.rule ? t('testRefusedBy', values) : t('testRefused', values)
}

const Result = ({ result, isActive, t }: { result: IpTest; isActive: boolean; t: IpViewProps['t'] }) => {
  const isOff = !isActive && result.isAllowed
  if (!isOff) return <Alert tone={result.isAllowed ? 'success' : 'warning'}>{verdictOf(result, t)}</Alert>
  return (
    <Alert tone="info">
      {t('testOff', { ip: result.ip })} {result.isAllowedByRules ? t('testOffAllowed') : t('testOffRefused')}{' '}
      {result.rule && verdictOf(result, t)}
    </Alert>
  )
}

/** Shows whether an IP address is allowed, and which rule decides. */
export const TestCard = ({ state, actions, t }: IpViewProps) => {
  const [ip, setIp] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { phase, result, error } = state.test
  const submit = () => {
    setMissing(ip.trim() === '')
    if (ip.trim() !== '') void actions.test(ip.trim())
  }
  return (
    <Card title={t('testTitle')} text={t('testText')}>
      <LineForm
        label={t('testLabel')}
        error={isMissing ? t('ipAddressRequiredMessage') : error}
        submitLabel={t('testButton')}
        busy={phase === 'busy'}
        onSubmit={submit}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="testIp"
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            placeholder={t('addIpAddressPlaceholder')}
            value={ip}
            onChange={(event) => setIp(event.target.value)}
          />
        )}
      </LineForm>
      {phase === 'done' && result && <Result result={result} isActive={state.config.isActive} t={t} />}
    </Card>
  )
}
