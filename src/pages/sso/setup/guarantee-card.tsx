import type { AffectedAdministrator, Guarantee } from '../../../entities/guarantee.ts'
import { useTexts } from '../../../feature/feature-context.tsx'
import type { Translate } from '../../../i18n/messages.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { partOf, type StepProps } from '../sso.actions.ts'
import { guaranteeMessages } from './setup.messages.ts'

type Words = Translate<(typeof guaranteeMessages)['texts']>

const nameOf = ({ guarantor }: Guarantee): string | undefined => guarantor?.name || guarantor?.email || undefined

const reasonOf = (guarantee: Guarantee, g: Words): string => {
  const { problem, exceeding: count } = guarantee
  const name = nameOf(guarantee)
  if (problem === 'exceeded') return name ? g('exceeded', { name, count }) : g('exceededNoOne', { count })
  if (!name) return g('noOne')
  return g(problem === 'withheld' ? 'withheld' : 'gone', { name })
}

const proofOf = ({ hasOwnProof, mustUseSso }: AffectedAdministrator, g: Words): string => {
  if (!hasOwnProof) return g('noOwnProof')
  return g(mustUseSso ? 'ownProofInSession' : 'ownProof')
}

const factsOf = (user: AffectedAdministrator, g: Words): string =>
  [...(user.sessions > 0 ? [g('sessions', { count: user.sessions })] : []), proofOf(user, g)].join(' ')

/** The administrators whom the connection refuses, and what they can do about it. */
const Affected = ({ guarantee, g }: { guarantee: Guarantee; g: Words }) => {
  const { administrators = [], exceeding } = guarantee
  if (administrators.length === 0) return null
  const rest = exceeding - administrators.length
  return (
    <ul>
      {administrators.map((user) => (
        <li key={user.id}>
          <strong>{nameOfUser(user)}</strong> {factsOf(user, g)}
        </li>
      ))}
      {rest > 0 && <li>{g('more', { count: rest })}</li>}
    </ul>
  )
}

/**
 * Asks an administrator to confirm a connection whose guarantor lacks permissions. It is shown on every step of the
 * setup.
 */
export const GuaranteeAlert = (props: StepProps) => {
  const { connection, actions, canEdit } = props
  const g = useTexts(guaranteeMessages)
  const { busy, error } = partOf(props, 'guarantee')
  const guarantee = connection.details?.guarantee
  if (!guarantee?.problem) return null
  const button = canEdit && (
    <Button busy={busy} onClick={() => void actions.confirm(connection)}>
      {g('confirm')}
    </Button>
  )
  return (
    <div className="fe-sso-guarantee">
      <Alert tone="warning" title={g('problemTitle')} action={button}>
        <p>{reasonOf(guarantee, g)}</p>
        <Affected guarantee={guarantee} g={g} />
        <p>{g('signIns')}</p>
        {canEdit && <p>{g('advice')}</p>}
      </Alert>
      {error && <Alert tone="danger">{error}</Alert>}
    </div>
  )
}

/** The guarantor of a connection that needs no confirmation. */
export const GuaranteeCard = ({ connection }: StepProps) => {
  const g = useTexts(guaranteeMessages)
  const guarantee = connection.details?.guarantee
  const name = guarantee && nameOf(guarantee)
  if (!connection.enabled || !name || guarantee.problem) return null
  const { withoutOwnProof: count = 0 } = guarantee
  return (
    <Card title={g('title')} text={g('text', { name })}>
      {count > 0 && <p>{g('withoutOwnProof', { count })}</p>}
    </Card>
  )
}
