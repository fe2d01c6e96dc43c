import type { AccessEffect } from '../../contract/security.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import type { Translate } from '../../i18n/messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './guard.css'
import { type GuardTexts, guardMessages } from './guard.messages.ts'
import type { GuardActions } from './guard.slice.ts'
import { type GuardState, questionOf } from './guard.state.ts'

const COUNTS = ['now', 'nextSignIn', 'signedOut', 'toEnroll', 'apiTokens'] as const

const CALLER = { 'signed-out': 'callerSignedOut', now: 'callerNow', 'next-sign-in': 'callerNextSignIn' } as const

interface EffectProps {
  effect: AccessEffect
  tenant: string
  t: Translate<GuardTexts>
}

const Sample = ({ effect, t }: Omit<EffectProps, 'tenant'>) => {
  const { language } = useLocale()
  const { sample, now, nextSignIn, signedOut, toEnroll } = effect
  if (sample.length === 0) return null
  const affected = now + nextSignIn + signedOut + toEnroll
  const rest = affected - sample.length
  const names = sample.map(({ name, email }) => name || email)
  const all = rest > 0 ? [...names, t('more', { count: rest })] : names
  return (
    <span className="fe-security-guard-line">{t('sample', { names: new Intl.ListFormat(language).format(all) })}</span>
  )
}

/** The effect of a change on users, starting with the user who makes it. */
const GuardEffect = ({ effect, tenant, t }: EffectProps) => (
  <>
    {effect.caller !== 'none' && (
      <span className="fe-security-guard-line fe-security-guard-caller">{t(CALLER[effect.caller], { tenant })}</span>
    )}
    {COUNTS.filter((key) => effect[key] > 0).map((key) => (
      <span key={key} className="fe-security-guard-line">
        {t(key, { count: effect[key] })}
      </span>
    ))}
    <Sample effect={effect} t={t} />
  </>
)

export interface GuardDialogProps extends GuardActions {
  guard: GuardState
  /** The account's name, which must be typed before users lock themselves out. */
  tenant: string
  t: Translate<GuardTexts>
}

const labelOf = ({ now, nextSignIn, signedOut }: AccessEffect, t: GuardDialogProps['t']): string => {
  if (now + nextSignIn > 0) return t('saveAnyway')
  return signedOut > 0 ? t('saveAndSignOut', { count: signedOut }) : t('save')
}

const Refused = ({ tenant, t, cancel }: Pick<GuardDialogProps, 'tenant' | 't' | 'cancel'>) => (
  <Dialog
    open
    role="alertdialog"
    size="s"
    title={t('refusedTitle')}
    description={t('refusedText', { tenant })}
    onClose={cancel}
    footer={
      <Button variant="primary" data-autofocus onClick={cancel}>
        {t('close')}
      </Button>
    }
  />
)

/** Names the users who lose access by a change before it is saved. */
export const GuardDialog = ({ guard, tenant, t, confirm, cancel }: GuardDialogProps) => {
  useSheet(css)
  if (guard.step !== 'asking' && guard.step !== 'confirming') return null
  const { effect } = guard
  const question = questionOf(effect)
  if (question === 'refused') return <Refused tenant={tenant} t={t} cancel={cancel} />
  const isLockout = question === 'type-name'
  return (
    <ConfirmDialog
      open
      danger={isLockout || effect.now + effect.nextSignIn + effect.signedOut > 0}
      title={isLockout ? t('lockoutTitle') : t('confirmTitle')}
      text={<GuardEffect effect={effect} tenant={tenant} t={t} />}
      confirmLabel={labelOf(effect, t)}
      cancelLabel={t('cancel')}
      busy={guard.step === 'confirming'}
      error={guard.step === 'asking' ? guard.error : undefined}
      {...(isLockout && { typed: { label: t('typeName', { tenant }), expected: tenant } })}
      onConfirm={() => void confirm()}
      onClose={cancel}
    />
  )
}

/** The dialog of a tab's guard, with its texts. */
export const Guard = (props: Omit<GuardDialogProps, 't'>) => <GuardDialog {...props} t={useTexts(guardMessages)} />
