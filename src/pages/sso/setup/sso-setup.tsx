import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { CopyValues } from '../../../parts/copy-values/copy-values.tsx'
import { LazyPart } from '../../../parts/lazy-part/lazy-part.tsx'
import { LineForm } from '../../../parts/line-form/line-form.tsx'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { normalizeName } from '../../../rules/names.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useScrollRow } from '../../../ui/scroll-row/use-scroll-row.ts'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { DeleteDialog, NewDialog } from '../dialogs/connection-dialogs.tsx'
import type { TroubleshootDialogProps } from '../dialogs/troubleshoot-dialog.tsx'
import { partOf, type SsoViewProps, type StepProps } from '../sso.actions.ts'
import { StatusBadge } from '../sso.columns.tsx'
import { consoleFields, providerBeside, providerTexts } from '../sso.providers.ts'
import {
  type Connection,
  hasTrust,
  isDone,
  isOidc,
  openedOf,
  type PlaceId,
  PROVIDER_NAMES,
  STEPS,
} from '../sso.state.ts'
import { ClientStep } from './client-step.tsx'
import { DomainsStep } from './domains-step.tsx'
import { GuaranteeAlert } from './guarantee-card.tsx'
import { RolesStep } from './roles-step.tsx'
import { type SetupTexts, setupMessages } from './setup.messages.ts'
import { TestStep } from './test-step.tsx'
import { TrustStep } from './trust-step.tsx'

/** Values to enter in the provider's console, under the names used there. */
export const ProviderStep = (props: StepProps) => {
  const { connection, state, s } = props
  return (
    <>
      <Card
        title={s('providerTitle', providerTexts(connection.type, s))}
        text={`${s(`where_${connection.type}`)} ${s('providerText')}`}
      >
        <CopyValues values={consoleFields(connection, state)} copyLabel={(name) => s('copy', { name })} />
      </Card>
      <NameCard {...props} />
    </>
  )
}

/** The connection's name; not supported by older backends. */
const NameCard = (props: StepProps) => {
  const { connection, actions, s, canEdit } = props
  const before = connection.details?.name ?? ''
  const [name, setName] = useState(before)
  const { busy, error } = partOf(props, 'name')
  if (!connection.details || !canEdit) return null
  return (
    <Card>
      <LineForm
        label={s('nameLabel')}
        hint={s('nameHint')}
        error={error}
        submitLabel={s('save')}
        busy={busy}
        onSubmit={() => void actions.rename(connection, normalizeName(name))}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="name"
            autoComplete="off"
            maxLength={100}
            placeholder={PROVIDER_NAMES[connection.type]}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </LineForm>
    </Card>
  )
}

const loadTroubleshooter = () =>
  loadChunk(() => import('../dialogs/troubleshoot-dialog.tsx')).then(({ TroubleshootDialog }) => TroubleshootDialog)

/** Loaded on demand, because few connections need more than the steps. */
const loadSamlSettings = () =>
  loadChunk(() => import('../saml/saml-settings.tsx')).then(({ SamlSettings }) => SamlSettings)

const STEP_TEXT = {
  provider: 'stepProvider',
  trust: 'stepTrust',
  domains: 'stepDomains',
  roles: 'stepRoles',
  test: 'stepTest',
  saml: 'stepSaml',
} as const satisfies Record<PlaceId, keyof SetupTexts>

/** Returns whether the backend has further settings; older ones don't. */
const hasFurtherSettings = (connection: Connection): boolean => connection.details !== undefined

const textOf = (connection: Connection, step: PlaceId): keyof SetupTexts =>
  step === 'saml' && isOidc(connection) ? 'stepSignOut' : STEP_TEXT[step]

/** The dialog that is open over the list, or the setup of one connection. */
export const SsoSetup = (props: SsoViewProps) => {
  const { state, actions, t } = props
  const s = useTexts(setupMessages)
  const connection = openedOf(state)
  if (connection) {
    return (
      <Setup {...props} key={connection.id} s={s} connection={connection} canEdit={state.viewer?.may.edit === true} />
    )
  }
  if (state.dialog?.kind === 'new') return <NewDialog state={state} actions={actions} t={t} />
  if (state.dialog?.kind === 'delete') return <DeleteDialog {...props} connection={state.dialog.connection} />
  if (state.dialog?.kind === 'troubleshoot') return <Troubleshoot {...props} onClose={actions.closeDialog} />
  return null
}

/** Loaded on demand, because few administrators need it. */
const Troubleshoot = (props: TroubleshootDialogProps) => <LazyPart load={loadTroubleshooter} props={props} />

const Setup = (props: StepProps) => {
  const { connection, state, actions, t, s } = props
  const body = useRef<HTMLElement>(null)
  const shown = useRef(state.step)
  const [isTroubleshooting, setTroubleshooting] = useState(false)
  useEffect(() => {
    if (shown.current !== state.step) body.current?.focus()
    shown.current = state.step
  }, [state.step])
  return (
    <div className="fe-sso fe-sso-setup">
      <PageHeader
        title={connection.name}
        badge={<StatusBadge connection={connection} t={t} />}
        description={providerBeside(connection)}
      >
        <Button icon="arrow-left" onClick={actions.closeDialog}>
          {s('back')}
        </Button>
        <Button onClick={() => setTroubleshooting(true)}>{t('troubleshoot')}</Button>
      </PageHeader>
      <GuaranteeAlert {...props} />
      <StepList {...props} />
      <section ref={body} className="fe-sso-step" tabIndex={-1} aria-label={s(textOf(connection, state.step))}>
        <Step {...props} />
        <Next {...props} />
      </section>
      {isTroubleshooting && <Troubleshoot {...props} onClose={() => setTroubleshooting(false)} />}
    </div>
  )
}

const StepList = ({ connection, state, actions, s }: StepProps) => {
  const row = useRef<HTMLOListElement>(null)
  useScrollRow(row, state.step)
  return (
    <nav aria-label={s('steps')} className="fe-sso-steps">
      {/* Firefox makes every scroller a stop of the Tab key. */}
      <ol ref={row} className="fe-scroll-row" tabIndex={-1}>
        {STEPS.map((step, index) => {
          const isStepDone = isDone(connection, step)
          const name = s(STEP_TEXT[step])
          return (
            <li key={step}>
              <button
                type="button"
                className="fe-sso-step-link"
                aria-label={isStepDone ? s('stepDone', { step: name }) : undefined}
                aria-current={state.step === step ? 'step' : undefined}
                onClick={() => actions.goTo(step)}
              >
                <span className="fe-sso-step-mark" data-done={isStepDone || undefined} aria-hidden="true">
                  {isStepDone ? <Icon name="check" size="s" /> : index + 1}
                </span>
                <span>{name}</span>
              </button>
            </li>
          )
        })}
        {hasFurtherSettings(connection) && (
          <li>
            <button
              type="button"
              className="fe-sso-step-link"
              aria-current={state.step === 'saml' ? 'step' : undefined}
              onClick={() => actions.goTo('saml')}
            >
              <span className="fe-sso-step-mark" aria-hidden="true">
                <Icon name="settings" size="s" />
              </span>
              <span>{s(textOf(connection, 'saml'))}</span>
            </button>
          </li>
        )}
      </ol>
    </nav>
  )
}

const Step = (props: StepProps) => {
  switch (props.state.step) {
    case 'provider':
      return <ProviderStep {...props} />
    case 'trust':
      return props.connection.type === 'oidc' ? <ClientStep {...props} /> : <TrustStep {...props} />
    case 'domains':
      return <DomainsStep {...props} />
    case 'roles':
      return <RolesStep {...props} />
    case 'test':
      return <TestStep {...props} />
    case 'saml':
      return <LazyPart load={loadSamlSettings} props={props} />
  }
}

/** The button to the next step; secondary while the step has a form to submit first. */
const Next = ({ connection, state, actions, s, canEdit }: StepProps) => {
  const next = state.step === 'saml' ? undefined : STEPS[STEPS.indexOf(state.step) + 1]
  if (!next) return null
  const isSavedFirst = state.step === 'trust' && canEdit && !hasTrust(connection)
  return (
    <div className="fe-sso-next">
      <Button variant={isSavedFirst ? 'secondary' : 'primary'} onClick={() => actions.goTo(next)}>
        {s('next', { step: s(STEP_TEXT[next]) })}
      </Button>
    </div>
  )
}
