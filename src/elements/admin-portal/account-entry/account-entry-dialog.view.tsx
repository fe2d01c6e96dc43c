import { useCallback, useEffect, useState } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import type { MissingProof } from '../../../rules/missing-proof.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { PasswordInput } from '../../../ui/password-input/password-input.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet, useUiId } from '../../../ui/style-root/style-root.tsx'
import {
  type AccountEntryActions,
  type AccountEntryPort,
  type AccountEntryState,
  accountEntrySlice,
  initialAccountEntry,
} from './account-entry-dialog.actions.ts'
import css from './account-entry-dialog.css'
import { type AccountEntryTexts, accountEntryMessages } from './account-entry-dialog.messages.ts'

export interface AccountEntryViewProps
  extends Pick<FeatureProps<AccountEntryState, unknown, AccountEntryTexts>, 'state' | 't'> {
  reason: AccountEntryPort['request']['reason']
  /** Name of the account that the user switches to. */
  name: string
  error: string | undefined
  /** Whether the browser supports passkeys. */
  hasPasskeys: boolean
  on: {
    load(): void
    verifyPassword(password: string): void
    verifyPasskey(): void
    sendPasswordLink(): void
    goToProvider(): void
    signOut(): void
    cancel(): void
  }
}

const PasswordForm = ({ id, props }: { id: string; props: AccountEntryViewProps }) => {
  const { t, state, on } = props
  const [value, setValue] = useState('')
  const busy = state.progress.kind === 'busy'
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && value) on.verifyPassword(value)
      }}
    >
      <Field label={t('passwordLabel')}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            autoComplete="current-password"
            autoFocus
            value={value}
            readOnly={busy}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
    </form>
  )
}

const Over = (props: AccountEntryViewProps) => {
  const { t, name, error, on, state } = props
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      <Button variant="primary" busy={state.ways !== undefined && state.progress.kind === 'busy'} onClick={on.signOut}>
        {t('signOut')}
      </Button>
    </>
  )
  return (
    <Dialog open size="s" title={t('overTitle', { name })} onClose={on.cancel} footer={footer}>
      {error && <Alert tone="danger">{error}</Alert>}
      <p>{t('overText', { name })}</p>
    </Dialog>
  )
}

/** Texts for a call of the current account that needs a proof of the user's own. */
const MISSING = { 'rights-withheld': 'withheld', 'own-voucher-required': 'voucher' } as const

const missingOf = ({ reason }: AccountEntryViewProps): (typeof MISSING)[MissingProof] | undefined =>
  reason === 'rights-withheld' || reason === 'own-voucher-required' ? MISSING[reason] : undefined

const titleOf = (props: AccountEntryViewProps): string => {
  const missing = missingOf(props)
  return missing ? props.t(`${missing}Title`) : props.t('title', { name: props.name })
}

const descriptionOf = (props: AccountEntryViewProps): string => {
  const { t, name, reason } = props
  const { ways } = props.state
  if (reason === 'sso-required') return t('ssoText', { name })
  const hasOwn = ways?.password === true || ways?.passkey === true
  const missing = missingOf(props)
  if (missing) return t(hasOwn ? `${missing}Text` : `${missing}NoWayText`)
  return t(hasOwn || ways?.provider ? 'ownText' : 'noWayText', { name })
}

const PasswordLink = ({ t, state, on }: AccountEntryViewProps) => (
  <>
    {state.isLinkSent ? (
      <Alert tone="info" action={<Button onClick={on.load}>{t('retry')}</Button>}>
        {t('passwordLinkSent')}
      </Alert>
    ) : (
      <Button block disabled={state.progress.kind === 'busy'} onClick={on.sendPasswordLink}>
        {t('sendPasswordLink')}
      </Button>
    )}
    <p>{t('passwordLinkHint')}</p>
  </>
)

/** Asks the user for a proof before they switch to an account that doesn't trust how they signed in. */
export const AccountEntryView = (props: AccountEntryViewProps) => {
  useSheet(css)
  const formId = useUiId()
  const { t, reason, state, error, hasPasskeys, on } = props
  if (reason === 'session-over') return <Over {...props} />
  const { ways, progress } = state
  const busy = progress.kind === 'busy'
  const missing = missingOf(props)
  const isOwn = reason === 'own-proof-required' || missing !== undefined
  const hasPassword = isOwn && ways?.password === true
  const footer = (
    <>
      <Button onClick={on.cancel}>{t('cancel')}</Button>
      {!ways && error && (
        <Button variant="primary" onClick={on.load}>
          {t('retry')}
        </Button>
      )}
      {hasPassword && (
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t('passwordSubmit')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open size="s" title={titleOf(props)} onClose={on.cancel} footer={footer}>
      {error && <Alert tone="danger">{error}</Alert>}
      {!ways && !error && (
        <div className="fe-account-entry-wait" role="status">
          <Spinner />
          <span className="fe-hidden">{t('loading')}</span>
        </div>
      )}
      {ways && (
        <div className="fe-account-entry">
          <p>{descriptionOf(props)}</p>
          {hasPassword && <PasswordForm id={formId} props={props} />}
          {isOwn && ways.passkey && hasPasskeys && (
            <Button disabled={busy} onClick={on.verifyPasskey}>
              {t('passkey')}
            </Button>
          )}
          {missing && ways.canSetPassword && <PasswordLink {...props} />}
          {!missing && (ways.provider || !isOwn) && (
            <Button variant={isOwn ? undefined : 'primary'} disabled={busy} onClick={on.goToProvider}>
              {t('provider')}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}

type Props = FeatureProps<AccountEntryState, AccountEntryActions, AccountEntryTexts> & { port: AccountEntryPort }

const AccountEntryDialog = ({ state, actions, t, port }: Props) => {
  const { tenants } = useSession()
  const ceremonies = useCeremonies()
  const error = useCeremonyText(state.progress)
  const { tenantId, reason } = port.request
  const settle = async (work: Promise<boolean>) => {
    if (await work) port.end(true)
  }
  const load = useCallback(() => void actions.load(tenantId), [actions, tenantId])
  useEffect(load, [load])
  useEffect(() => () => ceremonies.stop(), [ceremonies])
  return (
    <AccountEntryView
      state={state}
      t={t}
      reason={reason}
      name={tenants.find((tenant) => tenant.tenantId === tenantId)?.name ?? tenantId}
      error={error}
      hasPasskeys={ceremonies.isSupported()}
      on={{
        load,
        verifyPassword: (password) => void settle(actions.verifyPassword(password)),
        verifyPasskey: () => void settle(actions.verifyPasskey(ceremonies)),
        sendPasswordLink: () => void actions.sendPasswordLink(),
        goToProvider: () => void actions.goToProvider(),
        signOut: () => void actions.signOut(),
        cancel: () => port.end(false),
      }}
    />
  )
}

export const accountEntryDialogFeature = defineFeature<
  AccountEntryState,
  AccountEntryActions,
  AccountEntryTexts,
  { port: AccountEntryPort }
>({
  initial: initialAccountEntry,
  slice: accountEntrySlice,
  messages: accountEntryMessages,
  Component: AccountEntryDialog,
})
