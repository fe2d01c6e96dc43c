import { useState } from 'react'
import type { RecommendationCode, Severity } from '../../../entities/security-center.ts'
import { isEditable, isShown } from '../../../feature/page-fields.ts'
import type { PortalPageName } from '../../../navigation/portal-page-name.ts'
import { usePageLink } from '../../../parts/page-kit/page-links.ts'
import { Badge, type BadgeProps } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Heading } from '../../../ui/heading/heading.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { formatSeconds } from '../form/amount-fields.tsx'
import type { CenterViewProps } from './center.actions.ts'
import {
  ACTIONS,
  CATEGORY_TEXT,
  cardsOf,
  PAGES,
  type RecommendationCard,
  recommendedOf,
  TARGETS,
} from './center.cards.ts'

/** Further recommendations are shown on request. */
const SHOWN_AT_FIRST = 5

const SEVERITY: Readonly<
  Record<Severity, { text: 'severe' | 'warning' | 'info'; tone: NonNullable<BadgeProps['tone']>; icon: IconName }>
> = {
  SEVERE: { text: 'severe', tone: 'danger', icon: 'alert' },
  WARNING: { text: 'warning', tone: 'warning', icon: 'alert' },
  INFO: { text: 'info', tone: 'info', icon: 'info' },
}

type CardProps = CenterViewProps & { card: RecommendationCard }

const usesTime = (code: RecommendationCode) => code.endsWith('_RELOGIN') || code.endsWith('_IDLE_SESSION')

/** Returns the values in the texts of a card. */
const useValues = ({ recommendation: { code, metadata } }: RecommendationCard) => {
  const { language } = useLocale()
  const recommended = recommendedOf(metadata)
  const seconds = code.endsWith('_RELOGIN') ? recommended.reloginSeconds : recommended.idleSeconds
  const total = metadata?.totalUsers ?? 0
  const isMfa = code === 'FORCE_MFA'
  const unenrolled = total - (metadata?.mfa?.enrolledUsersCount ?? 0)
  return {
    count: isMfa ? unenrolled : (metadata?.password?.breachedPasswordUsersCount ?? 0),
    total,
    attempts: recommended.maxAttempts,
    size: recommended.historySize,
    sessions: recommended.maxSessions,
    time: usesTime(code) ? formatSeconds(seconds, language) : '',
  }
}

/** A button to a page, rendered only if this user can open the page. */
const PageButton = ({ card, page, t }: CardProps & { page: PortalPageName }) => {
  const open = usePageLink(page)
  if (!open) return null
  return (
    <Button aria-label={t('reviewFor', { title: t(card.recommendation.code) })} onClick={open}>
      {t('review')}
    </Button>
  )
}

/** The button of a card. Actions need the permission for the change, but the link to a control is for all users. */
const CardButton = (props: CardProps) => {
  const { card, state, actions, tabs, appearanceOf, go, onAdjust, t } = props
  const { recommendation } = card
  const { code } = recommendation
  const values = useValues(card)
  const action = ACTIONS[code]
  const target = TARGETS[code]
  const page = PAGES[code]
  if (page) return <PageButton {...props} page={page} />
  if (action === 'SEND_RESET_BREACHED_PASSWORD_EMAIL') {
    return state.viewer?.may.changeUsers ? (
      <Button onClick={() => actions.openDialog({ kind: 'send', count: values.count })}>{t(action)}</Button>
    ) : null
  }
  if (action && isEditable(appearanceOf(code))) {
    const isBusy = state.adjusting === code
    return (
      <Button
        busy={isBusy}
        disabled={state.adjusting !== undefined && !isBusy}
        onClick={() => onAdjust(recommendation)}
      >
        {t(action, values)}
      </Button>
    )
  }
  if (!target || !tabs.includes(target.tab) || !isShown(appearanceOf(code))) return null
  return (
    <Button aria-label={t('reviewFor', { title: t(code) })} onClick={() => go(target.tab, target.focus)}>
      {t('review')}
    </Button>
  )
}

const CardItem = (props: CardProps) => {
  const { card, t } = props
  const { code, severity, category } = card.recommendation
  const { text, tone, icon } = SEVERITY[severity]
  const values = useValues(card)
  return (
    <li className="fe-center-item" data-severity={severity}>
      <span className="fe-center-icon" data-tone={tone}>
        <Icon name={icon} />
      </span>
      <div className="fe-center-body">
        <div className="fe-center-words">
          <Heading depth={3} className="fe-center-title">
            {t(code)}
          </Heading>
          <p className="fe-center-muted">{t(`${code}_text`, values)}</p>
          <p className="fe-center-tags">
            <Badge tone={tone}>{t(text)}</Badge>
            <Badge>{t(CATEGORY_TEXT[category])}</Badge>
            {card.worth !== undefined && <span className="fe-center-worth">{t('worth', { count: card.worth })}</span>}
          </p>
        </div>
        <span className="fe-center-do">
          <CardButton {...props} />
        </span>
      </div>
    </li>
  )
}

const List = (props: CenterViewProps) => {
  const { state, appearanceOf, t } = props
  const [isOpen, setIsOpen] = useState(false)
  const { value, phase } = state.recommendations
  if (!value) return phase === 'loading' ? <Skeleton height="560px" /> : null
  // Fields that the host hides get no recommendations.
  const cards = cardsOf(value.items, value.score).filter(({ recommendation: { code } }) => isShown(appearanceOf(code)))
  if (cards.length === 0) return <EmptyState icon="circle-check" title={t('nothingTitle')} text={t('nothingText')} />
  const shown = isOpen ? cards : cards.slice(0, SHOWN_AT_FIRST)
  const rest = cards.length - SHOWN_AT_FIRST
  return (
    <>
      <ul className="fe-center-list">
        {shown.map((card) => (
          <CardItem key={card.recommendation.code} {...props} card={card} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('showLess') : t('showMore', { count: rest })}
        </Button>
      )}
    </>
  )
}

/** Recommendations that raise the score, most urgent first. */
export const Recommendations = (props: CenterViewProps) => {
  const { phase, value } = props.state.recommendations
  if (phase === 'failed' && !value) return null
  return (
    <section className="fe-center-section" aria-busy={phase === 'loading'}>
      <Heading depth={2} className="fe-center-heading">
        {props.t('recommendationsTitle')}
      </Heading>
      <List {...props} />
    </section>
  )
}
