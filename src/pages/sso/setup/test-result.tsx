import type { SsoTest } from '../../../entities/sso-setup.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import { isSamlCode, samlCodeOf } from '../../../rules/saml-problem.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { labelsOf, PROVIDER_NAMES } from '../sso.providers.ts'
import { type ProblemTexts, problemMessages } from './problem.messages.ts'
import type { StepProps } from './setup.props.ts'

/** Codes of the backend that are no names of a text. */
const RENAMED: Readonly<Record<string, keyof ProblemTexts>> = {
  'subject confirmation': 'confirmation',
  'old sign-in': 'oldSignIn',
}

const isText = (code: string): code is keyof ProblemTexts => Object.hasOwn(problemMessages.texts, code)

const textKeyOf = (code: string): keyof ProblemTexts => RENAMED[code] ?? (isText(code) ? code : 'unknown')

/** What the latest test brought: who would sign in with which roles, or what to change where. */
export const TestResult = (props: StepProps) => {
  const { connection, state, s } = props
  const test = connection.details?.test
  if (!test || test.status === 'pending') return null
  const roles = test.roleIds.map((id) => state.roles.find((role) => role.id === id)?.name ?? id)
  return (
    <div className="fe-sso-result">
      {test.status === 'passed' ? (
        <Alert tone="success" title={s('passed')}>
          {s('passedText', { email: test.email ?? '', roles: roles.join(', ') || s('noRoles') })}
        </Alert>
      ) : (
        <Problem {...props} test={test} />
      )}
      <Received {...props} test={test} />
    </div>
  )
}

const Problem = ({ connection, state, s, test }: StepProps & { test: SsoTest }) => {
  const p = useTexts(problemMessages)
  const { acs, entity } = labelsOf(connection.type)
  const { code = 'unknown', detail = '' } = test.problem ?? {}
  const reported = samlCodeOf(code)
  return (
    <Alert tone="danger" title={s('failedTest')}>
      {p(textKeyOf(code), {
        provider: PROVIDER_NAMES[connection.type],
        detail,
        acs,
        entity,
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
      <h4 className="fe-sso-subtitle">{s('received', { provider: PROVIDER_NAMES[connection.type] })}</h4>
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
