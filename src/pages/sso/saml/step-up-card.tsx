import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { SECOND_FACTOR_CONTEXTS } from '../../../rules/saml-step-up.ts'
import { Card } from '../../../ui/card/card.tsx'
import { providerTexts } from '../sso.providers.ts'
import type { SamlProps } from './saml.props.ts'

/** Values that the provider must return when a user verifies a second factor there. */
export const StepUpCard = ({ connection, s, m }: SamlProps) => (
  <Card title={m('stepUpTitle')} text={m('stepUpText', providerTexts(connection.type, s))}>
    <CopyValues
      values={Object.keys(SECOND_FACTOR_CONTEXTS).map((value, index) => ({
        label: m('context', { number: index + 1 }),
        value,
      }))}
      copyLabel={(name) => s('copy', { name })}
    />
  </Card>
)
