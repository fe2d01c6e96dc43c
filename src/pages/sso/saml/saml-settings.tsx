import { useEffect } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { SECOND_FACTOR_CONTEXTS } from '../../../rules/saml-step-up.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { StepProps } from '../sso.actions.ts'
import { providerTexts } from '../sso.providers.ts'
import { isOidc } from '../sso.state.ts'
import { AttributesCard } from './attributes-card.tsx'
import { ClaimsCard, ClientAuthenticationCard } from './claims-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { LogoutCard } from './logout-card.tsx'
import { samlMessages } from './saml.messages.ts'
import type { SamlProps } from './saml-form.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Settings of a connection besides plain sign-ins. */
export const SamlSettings = (props: StepProps) => {
  const { connection, state, actions } = props
  const m = useTexts(samlMessages)
  const { saml } = state
  const { loadSaml } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each connection, not after each of its changes
  useEffect(() => void loadSaml(connection), [connection.id, loadSaml])
  if (saml?.phase === 'failed') {
    return (
      <Alert
        tone="danger"
        title={m('failed')}
        action={<Button onClick={() => void loadSaml(connection)}>{m('retry')}</Button>}
      >
        {saml.error}
      </Alert>
    )
  }
  if (saml?.connectionId !== connection.id || !saml.options || !saml.keys) {
    return (
      <div role="status" aria-label={m('loading')}>
        <Skeleton height="240px" />
      </div>
    )
  }
  return <Cards {...props} m={m} options={saml.options} keys={saml.keys} />
}

const Cards = (props: SamlProps) => (isOidc(props.connection) ? <OidcCards {...props} /> : <SamlCards {...props} />)

const OidcCards = (props: SamlProps) => (
  <>
    <ClaimsCard {...props} />
    <ClientAuthenticationCard {...props} />
    <LogoutCard {...props} />
  </>
)

const SamlCards = (props: SamlProps) => (
  <>
    <SignInCard {...props} />
    <AttributesCard {...props} />
    <KeysCard {...props} />
    <ClockCard {...props} />
    <LogoutCard {...props} />
    <StepUpCard {...props} />
  </>
)

/** Values that the provider must return when a user verifies a second factor there. */
const StepUpCard = ({ connection, s, m }: SamlProps) => (
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
