import type { SsoTest } from '../../../entities/sso.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import type { Message } from '../../../i18n/messages.ts'
import { LastFailures } from '../../../parts/last-failures/last-failures.tsx'
import { isSamlCode, samlCodeOf } from '../../../rules/saml-problem.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { StepProps } from '../sso.actions.ts'
import { labelsOf, providerTexts } from '../sso.providers.ts'
import { unverifiedDomainOf } from '../sso.state.ts'
import { type ProblemTexts, problemMessages } from './problem.messages.ts'

/** Codes of the backend that differ from the names of the texts. */
const RENAMED: Readonly<Record<string, keyof ProblemTexts>> = {
  'subject confirmation': 'confirmation',
  'old sign-in': 'oldSignIn',
}

const isText = (code: string): code is keyof ProblemTexts => Object.hasOwn(problemMessages.texts, code)

const textKeyOf = (code: string): keyof ProblemTexts => RENAMED[code] ?? (isText(code) ? code : 'unknown')

/** The result of the latest test: the user and roles it would sign in, or what to change where. */
export const TestResult = (props: StepProps) => {
  const test = props.connection.details?.test
  if (!test || test.status === 'pending') return null
  return (
    <div className="fe-sso-result">
      {test.status === 'passed' ? <Passed {...props} test={test} /> : <Problem {...props} test={test} />}
      <Received {...props} test={test} />
    </div>
  )
}

const Passed = ({ connection, state, s, test }: StepProps & { test: SsoTest }) => {
  const names = test.roleNames ?? test.roleIds.map((id) => state.roles.find((role) => role.id === id)?.name ?? id)
  const values = { email: test.email ?? '', roles: names.join(', ') || s('noRoles') }
  const domain = unverifiedDomainOf(connection)
  const [text, unverifiedText] = test.isMember
    ? (['passedMember', 'passedMemberUnverified'] as const)
    : (['passedText', 'passedUnverified'] as const)
  return (
    <Alert tone={domain ? 'warning' : 'success'} title={s('passed')}>
      {domain ? s(unverifiedText, { ...values, domain }) : s(text, values)}
    </Alert>
  )
}

const Problem = ({ connection, state, s, test }: StepProps & { test: SsoTest }) => {
  const p = useTexts(problemMessages)
  const { acs, entity, attributes } = labelsOf(connection.type)
  const { code = 'unknown', detail = '' } = test.problem ?? {}
  const reported = samlCodeOf(code)
  return (
    <Alert tone="danger" title={s('failedTest')}>
      {p(textKeyOf(code), {
        ...providerTexts(connection.type, s),
        detail,
        acs,
        entity,
        attributes,
        acsValue: connection.type === 'oidc' ? state.redirectUri : connection.acsUrl,
        entityValue: connection.spEntityId,
      })}
      {isSamlCode(reported) && <p>{s('testCode', { code: reported })}</p>}
    </Alert>
  )
}

const Received = ({ connection, s, test }: StepProps & { test: SsoTest }) => {
  if (test.attributes.length === 0) return null
  return (
    <>
      <h4 className="fe-sso-subtitle">{s('received', providerTexts(connection.type, s))}</h4>
      <dl className="fe-sso-values">
        {test.attributes.map(({ name, values }) => (
          <div key={name} className="fe-sso-value">
            <dt>{name}</dt>
            <dd>
              <code>{values.join(', ')}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

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
  const failureText = (reason: string): string => {
    const key = textKeyOf(reason)
    if (reason.endsWith('.') && key === 'unknown') return reason
    const text = p(key, { ...values, detail: '' }).replace(' ()', '')
    // Without its parenthesized detail, the text is still a complete sentence.
    const isWhole = !needsDetail(problemMessages.texts[key]) || text.length < p(key, { ...values, detail: '' }).length
    return isWhole ? text : samlCodeOf(reason)
  }
  return (
    <Card title={s('failuresTitle')}>
      <LastFailures failures={failures} label={s('failuresTitle')} textOf={failureText} />
    </Card>
  )
}
