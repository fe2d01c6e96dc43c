import { useState } from 'react'
import type { DomainCheck } from '../../../contract/restrictions.ts'
import type { ListType } from '../../../entities/policies.ts'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { DomainsViewProps } from './domains.props.ts'
import { isDirty } from './domains.state.ts'

const whyOf = ({ reason, domain, restriction }: DomainCheck, listType: ListType, t: DomainsViewProps['t']): string => {
  const isAllow = listType === 'ALLOW'
  if (reason === 'inactive') return t('whyInactive')
  if (reason === 'public') return t('whyPublic', { domain })
  const rule = restriction?.domain ?? domain
  if (reason === 'listed') return t(isAllow ? 'whyAllowListed' : 'whyBlockListed', { rule })
  return t(isAllow ? 'whyNotAllowed' : 'whyNotBlocked', { domain })
}

const Outcome = ({ state, t }: DomainsViewProps) => {
  const { email = '', result } = state.check
  if (!result) return null
  return (
    <Alert
      tone={result.accepted ? 'success' : 'warning'}
      title={t(result.accepted ? 'accepted' : 'refused', { email })}
    >
      {whyOf(result, state.stored?.listType ?? 'ALLOW', t)}
    </Alert>
  )
}

/** Checks an email against the saved settings. It isn't shown if the backend lacks the call. */
export const CheckCard = (props: DomainsViewProps) => {
  const { state, actions, t } = props
  const [email, setEmail] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  if (state.missing.includes('verifyEmail')) return null
  const { busy, error } = state.check
  const submit = () => {
    setEmpty(email.trim() === '')
    if (email.trim() !== '' && !busy) void actions.check(email.trim())
  }
  return (
    <Card title={t('checkTitle')} text={t('checkText')}>
      <LineForm
        label={t('checkLabel')}
        hint={isDirty(state) ? t('checkUnsaved') : undefined}
        error={isEmpty ? t('checkRequired') : error}
        submitLabel={t('checkSubmit')}
        busy={busy}
        onSubmit={submit}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="email"
            inputMode="email"
            autoComplete="off"
            maxLength={320}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </LineForm>
      <Outcome {...props} />
    </Card>
  )
}
