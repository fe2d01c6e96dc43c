import type { ReactNode } from 'react'
import type { AccountsLeftAlone } from '../../../contract/guarantees.ts'
import type { Interruption } from '../../../entities/guarantee.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { GUARANTEED_PAGES } from '../../../navigation/guaranteed-pages.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { type InterruptionsTexts, interruptionsMessages } from './notifications.messages.ts'

export interface InterruptionsGiven {
  items: readonly Interruption[]
  /** Accounts below without an administrator. */
  leftAlone?: AccountsLeftAlone | undefined
  /** Opens the page of the portal on which the items are repaired. */
  open(slug: string, search?: string): void
  /** Whether the session lacks permissions of its user. */
  isWithheld?: boolean | undefined
  /** Asks for the proof that makes them effective; not set where the user can't give it in the portal. */
  proveOwn?: (() => void) | undefined
}

type InterruptionsProps = FeatureProps<object, object, InterruptionsTexts> & InterruptionsGiven

type Texts = Pick<InterruptionsProps, 't'>

const namesOf = ({ t }: Texts, { items, count }: Interruption): string => {
  const names = items.map(({ name }) => name).filter(Boolean)
  const rest = count - items.length
  return [...names, ...(rest > 0 && names.length > 0 ? [t('more', { count: rest })] : [])].join(', ')
}

const reasonOf = ({ t }: Texts, { reason, guarantor, connectionLimit }: Interruption): string => {
  if (guarantor && connectionLimit) return t(`connection_${connectionLimit}`, { name: nameOfUser(guarantor) })
  const text = reason === 'exceeded' || reason === 'withheld' ? 'less' : reason
  if (guarantor) return t(text, { name: nameOfUser(guarantor) })
  return t(text === 'less' ? 'lessUnknown' : 'goneUnknown')
}

const effectOf = ({ t }: Texts, { kind, exceeding, connectionLimit }: Interruption): string => {
  if (kind === 'sso-connection' && exceeding > 0) return t('exceeding', { count: exceeding })
  const isOfEvents = kind === 'webhook' || kind === 'channel'
  return t(connectionLimit && isOfEvents ? 'stops_events' : `stops_${kind}`)
}

interface ProblemProps {
  title: ReactNode
  /** Opens the page of the portal, or the dialog, in which it is repaired; not set if there is none. */
  onOpen: (() => void) | undefined
  children: ReactNode
}

const Problem = ({ title, onOpen, children }: ProblemProps) => (
  <li className="fe-bell-row" data-unread>
    <span className="fe-bell-alert">
      <Icon name="alert" />
    </span>
    <div className="fe-bell-text">
      {onOpen ? (
        <button type="button" className="fe-bell-name fe-bell-link" onClick={onOpen}>
          {title}
        </button>
      ) : (
        <span className="fe-bell-name">{title}</span>
      )}
      {children}
    </div>
  </li>
)

/** Names the administrators whom a connection refuses, and how many open sessions of theirs lack permissions. */
const Administrators = ({ t, item: { administrators = [], exceeding } }: Texts & { item: Interruption }) => {
  if (administrators.length === 0) return null
  const names = administrators.map((user) => nameOfUser(user))
  const rest = exceeding - names.length
  const sessions = administrators.reduce((sum, user) => sum + user.sessions, 0)
  return (
    <>
      <span>{[...names, ...(rest > 0 ? [t('more', { count: rest })] : [])].join(', ')}</span>
      {sessions > 0 && <span>{t('withheldSessions', { count: sessions })}</span>}
    </>
  )
}

const Row = ({ t, item, open }: InterruptionsProps & { item: Interruption }) => {
  const names = namesOf({ t }, item)
  return (
    <Problem title={t(item.kind, { count: item.count })} onOpen={() => open(GUARANTEED_PAGES[item.kind])}>
      {names && <span>{names}</span>}
      <span className="fe-bell-body">
        {reasonOf({ t }, item)} {effectOf({ t }, item)}
      </span>
      <Administrators t={t} item={item} />
      {item.at && (
        <span className="fe-bell-facts">
          {t(item.reason === 'ends' ? 'from' : 'since')} <RelativeTime at={item.at} absolute />
        </span>
      )}
    </Problem>
  )
}

const ACCOUNTS_PAGE = 'all-accounts'

/** The accounts below without an administrator; each one opens on the page of all accounts. */
const LeftAlone = ({ t, open, leftAlone }: InterruptionsProps & { leftAlone: AccountsLeftAlone }) => {
  const { count, accounts } = leftAlone
  const rest = count - accounts.length
  return (
    <Problem title={t('leftAlone', { count })} onOpen={() => open(ACCOUNTS_PAGE)}>
      {accounts.map(({ tenantId, name, at }) => (
        <span key={tenantId} className="fe-bell-facts">
          <button
            type="button"
            className="fe-bell-link"
            onClick={() => open(ACCOUNTS_PAGE, `account=${encodeURIComponent(tenantId)}`)}
          >
            {name}
          </button>
          {at && (
            <span>
              {t('since')} <RelativeTime at={at} absolute />
            </span>
          )}
        </span>
      ))}
      {rest > 0 && <span>{t('more', { count: rest })}</span>}
      <span className="fe-bell-body">{t('leftAloneHint')}</span>
    </Problem>
  )
}

/**
 * Lists what stopped, or soon stops, because of the user who vouches for it, and accounts without an administrator.
 * Each links to the page where it can be fixed.
 */
const Interruptions = (props: InterruptionsProps) => (
  <section aria-label={props.t('title')}>
    <h3 className="fe-bell-part">{props.t('title')}</h3>
    <ul className="fe-bell-list">
      {props.isWithheld && (
        <Problem title={props.t('ownWithheld')} onOpen={props.proveOwn}>
          <span className="fe-bell-body">{props.t(props.proveOwn ? 'ownWithheldHint' : 'ownWithheldSignIn')}</span>
        </Problem>
      )}
      {props.leftAlone && props.leftAlone.count > 0 && <LeftAlone {...props} leftAlone={props.leftAlone} />}
      {props.items.map((item) => (
        <Row key={`${item.kind} ${item.reason} ${item.connectionLimit} ${item.guarantor?.id}`} {...props} item={item} />
      ))}
    </ul>
  </section>
)

export const interruptionsFeature = defineFeature<object, object, InterruptionsTexts, InterruptionsGiven>({
  initial: {},
  slice: () => ({}),
  messages: interruptionsMessages,
  Component: Interruptions,
})
