import cardCss from '../../parts/auth-card/auth-card.css'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './login-box.css'

/** Outline of the card while the session or the flow is loading, as large as the first step. */
export const CardSkeleton = ({ label }: { label: string }) => {
  useSheet(cardCss)
  useSheet(css)
  return (
    <section className="fe-auth-card" part="card" aria-busy="true" aria-label={label}>
      <div className="fe-auth-brand">
        <Skeleton width="40px" height="40px" />
      </div>
      <Skeleton width="62%" height="28px" />
      <div className="fe-auth-text">
        <Skeleton width="86%" height="18px" />
      </div>
      <div className="fe-auth-body fe-box-skeleton">
        <Skeleton width="30%" height="16px" />
        <Skeleton width="100%" height="44px" />
        <Skeleton width="100%" height="44px" />
      </div>
    </section>
  )
}
