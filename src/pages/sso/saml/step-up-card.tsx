import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { SECOND_FACTOR_CONTEXTS } from '../../../rules/saml-step-up.ts'
import { Card } from '../../../ui/card/card.tsx'
import { PROVIDER_NAMES } from '../sso.providers.ts'
import type { SamlProps } from './saml.props.ts'

/** What the provider must return when a user proves a second factor there. */
export const StepUpCard = ({ connection, s, m }: SamlProps) => (
  <Card title={m('stepUpTitle')} text={m('stepUpText', { provider: PROVIDER_NAMES[connection.type] })}>
    <CopyValues
      values={Object.keys(SECOND_FACTOR_CONTEXTS).map((value, index) => ({
        label: m('context', { number: index + 1 }),
        value,
      }))}
      copyLabel={(name) => s('copy', { name })}
    />
  </Card>
)
