import type { AccessEffect } from '../../contract/security.ts'
import type { Translate } from '../../i18n/messages.ts'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { GuardTexts } from './guard.messages.ts'

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
export const GuardEffect = ({ effect, tenant, t }: EffectProps) => (
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
