import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from '../mfa.css'
import type { MfaViewProps } from '../mfa.props.ts'

interface WayLinksProps extends Pick<MfaViewProps, 't' | 'on' | 'state'> {
  /** Beside the others, such as "Change the number". */
  extra?: { label: string; onPress(): void } | undefined
}

const Link = ({ label, onPress }: { label: string; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {label}
  </button>
)

/** What else a user may do on a step: never a dead end. */
export const WayLinks = ({ t, on, state, extra }: WayLinksProps) => {
  useSheet(css)
  if (state.step === 'idle') return null
  const { ways, isEnrolled, isStepUp } = state.challenge
  return (
    <div className="fe-mfa-links">
      {extra && <Link label={extra.label} onPress={extra.onPress} />}
      {ways.length > 1 && state.step !== 'verify' && (
        <Link label={t('moreWaysToAuthenticate')} onPress={() => void on.showWays()} />
      )}
      {isEnrolled && !isStepUp && <Link label={t('useRecoveryCode')} onPress={on.wantRecovery} />}
      <Link label={t(isStepUp ? 'stepUpCancel' : 'backToLogin')} onPress={on.back} />
    </div>
  )
}
