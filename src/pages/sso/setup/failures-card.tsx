import { useTexts } from '../../../feature/feature-context.tsx'
import type { Message } from '../../../i18n/messages.ts'
import { LastFailures } from '../../../parts/last-failures/last-failures.tsx'
import { samlCodeOf } from '../../../rules/saml-problem.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { StepProps } from '../setup.props.ts'
import { labelsOf, providerTexts } from '../sso.providers.ts'
import { problemMessages } from './problem.messages.ts'
import { textKeyOf } from './test-result.tsx'

/** Returns whether a text needs the received value that caused the failure. */
const needsDetail = (text: Message): boolean => typeof text === 'string' && text.includes('{{detail}}')

/** The recent sign-in failures, for an administrator whom a user asks for help. */
export const FailuresCard = ({ connection, state, s }: StepProps) => {
  const p = useTexts(problemMessages)
  const failures = connection.details?.failures ?? []
  if (failures.length === 0) return null
  const { acs, entity, attributes } = labelsOf(connection.type)
  const values = {
    ...providerTexts(connection.type, s),
    acs,
    entity,
    attributes,
    acsValue: connection.type === 'oidc' ? state.redirectUri : connection.acsUrl,
    entityValue: connection.spEntityId,
  }
  const textOf = (reason: string): string => {
    const key = textKeyOf(reason)
    if (reason.endsWith('.') && key === 'unknown') return reason
    const text = p(key, { ...values, detail: '' }).replace(' ()', '')
    // Without its parenthesized detail, the text is still a complete sentence.
    const isWhole = !needsDetail(problemMessages.texts[key]) || text.length < p(key, { ...values, detail: '' }).length
    return isWhole ? text : samlCodeOf(reason)
  }
  return (
    <Card title={s('failuresTitle')}>
      <LastFailures failures={failures} label={s('failuresTitle')} textOf={textOf} />
    </Card>
  )
}
