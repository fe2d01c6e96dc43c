import { useState } from 'react'
import type { SsoDomain } from '../../../entities/sso.ts'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { Guard } from '../../../parts/policy-guard/guard-dialog.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { RemoveDomainDialog } from '../dialogs/connection-dialogs.tsx'
import { partOf, type StepProps } from '../sso.actions.ts'
import { type Connection, hasTrust } from '../sso.state.ts'

const verifiedOf = ({ domains }: Connection): string[] =>
  domains.filter(({ validated }) => validated).map(({ domain }) => domain)

/** Returns the connections that are on and have verified a domain. */
const ownersOf = (connections: readonly Connection[], domain: string): Connection[] =>
  connections.filter((one) => one.enabled && hasTrust(one) && verifiedOf(one).includes(domain))

/** Returns the connection's domains that another active connection has also verified. */
const sharedDomains = (connections: readonly Connection[], connection: Connection): string[] =>
  verifiedOf(connection).filter((domain) => ownersOf(connections, domain).some(({ id }) => id !== connection.id))

const turnedOn = ({ details }: Connection): number => new Date(details?.enabledAt ?? 0).getTime()

/** Orders required connections first, then the one turned on last, as the backend does (`required-sso.ts`). */
const byPrecedence = (one: Connection, other: Connection): number =>
  Number(other.details?.enforced ?? false) - Number(one.details?.enforced ?? false) ||
  turnedOn(other) - turnedOn(one) ||
  (one.id < other.id ? -1 : 1)

/**
 * Returns the connection that users of a domain sign in with instead of this one, although both are on. `undefined` if
 * it is this one, or if an older backend doesn't report when each was turned on.
 */
const usedInstead = (
  connections: readonly Connection[],
  connection: Connection,
  domain: string,
): Connection | undefined => {
  const owners = ownersOf(connections, domain)
  const [used] = owners.toSorted(byPrecedence)
  if (!used || used.id === connection.id || !owners.some(({ id }) => id === connection.id)) return undefined
  const isKnown = used.details?.enforced || owners.every(({ details }) => details?.enabledAt !== undefined)
  return isKnown ? used : undefined
}

/** Email domains whose users sign in with the connection, each verified by a TXT record. */
export const DomainsStep = (props: StepProps) => {
  const { connection, state, actions, s, canEdit } = props
  const isShared = sharedDomains(state.connections, connection).length > 0
  return (
    <Card title={s('domainsTitle')} text={s(isShared ? 'domainsShared' : 'domainsText')}>
      <ul className="fe-sso-list">
        {connection.domains.map((domain) => (
          <Domain key={domain.id} {...props} domain={domain} />
        ))}
      </ul>
      {canEdit && <AddDomain {...props} />}
      <Guard guard={state.guard} tenant={state.viewer?.tenantName ?? ''} {...actions.guard} />
    </Card>
  )
}

const Domain = (props: StepProps & { domain: SsoDomain }) => {
  const { connection, state, actions, s, canEdit, domain } = props
  const { busy, error } = partOf(props, 'domains', domain.id)
  const [isVerifying, setVerifying] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const name = useShownDomain(domain.domain)
  const verify = async () => {
    setVerifying(true)
    await actions.verifyDomain(connection, domain)
    setVerifying(false)
  }
  const record = [
    { label: s('txtType'), value: 'TXT' },
    { label: s('txtName'), value: domain.domain },
    { label: s('txtValue'), value: connection.generatedVerification },
  ]
  return (
    <li className="fe-sso-item">
      <div className="fe-sso-item-head">
        <b>{name}</b>
        <Badge tone={domain.validated ? 'success' : 'warning'}>{s(domain.validated ? 'verified' : 'unverified')}</Badge>
        {canEdit && !domain.validated && (
          <Button
            size="s"
            busy={busy || isVerifying}
            aria-label={s('verifyName', { domain: name })}
            onClick={() => void verify()}
          >
            {s('verify')}
          </Button>
        )}
        {state.viewer?.may.remove && (
          <IconButton
            icon="trash"
            label={s('removeDomain', { domain: name })}
            onClick={() => (domain.validated ? setAsking(true) : void actions.removeDomain(connection, domain.id))}
          />
        )}
      </div>
      <UsedInstead {...props} />
      {error && !isAsking && <Alert tone="danger">{error}</Alert>}
      {isAsking && <RemoveDomainDialog {...props} onClose={() => setAsking(false)} />}
      {!domain.validated && (
        <>
          <p className="fe-sso-muted">{s('txtText', { domain: name })}</p>
          <CopyValues values={record} copyLabel={(name) => s('copy', { name })} />
        </>
      )}
    </li>
  )
}

/** Names another active connection with which users of a verified domain sign in instead of this one. */
const UsedInstead = ({ connection, state, s, domain: { domain } }: StepProps & { domain: SsoDomain }) => {
  const used = usedInstead(state.connections, connection, domain)
  const shown = useShownDomain(domain)
  if (!used) return null
  const text = used.details?.enforced ? 'usedRequired' : 'usedLatest'
  return <p className="fe-sso-muted">{s(text, { domain: shown, name: used.name })}</p>
}

const AddDomain = (props: StepProps) => {
  const { connection, actions, s } = props
  const [domain, setDomain] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { busy, error } = partOf(props, 'domains', '')
  const isWrong = isChecked && domain.trim() === ''
  const submit = async () => {
    setChecked(true)
    if (domain.trim() === '' || !(await actions.addDomain(connection, domain.trim()))) return
    setDomain('')
    setChecked(false)
  }
  return (
    <LineForm
      label={s('domainLabel')}
      error={isWrong ? s('domainRequired') : error}
      submitLabel={s('addDomain')}
      busy={busy}
      onSubmit={() => void submit()}
    >
      {(ids) => (
        <TextInput
          {...ids}
          name="domain"
          autoComplete="off"
          maxLength={253}
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
        />
      )}
    </LineForm>
  )
}
