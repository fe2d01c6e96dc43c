import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from '../mfa.css'
import type { MfaViewProps } from '../mfa.props.ts'

interface WayLinksProps extends Pick<MfaViewProps, 't' | 'on' | 'state'> {
  /** An additional link, such as "Change the number". */
  extra?: { label: string; onPress(): void } | undefined
}

const Link = ({ label, icon, onPress }: { label: string; icon?: IconName; onPress(): void }) => (
  <button type="button" className="fe-auth-link" onClick={onPress}>
    {icon && <Icon name={icon} />}
    {label}
  </button>
)

/** Links to the other methods of a step, so that it is never a dead end. */
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
      {isStepUp ? (
        <Link label={t('stepUpCancel')} onPress={on.back} />
      ) : (
        <Link label={t('backToLogin')} icon="arrow-left" onPress={on.back} />
      )}
    </div>
  )
}
