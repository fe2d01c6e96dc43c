import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSettings } from '../../feature/feature-context.tsx'
import { Icon, type IconName } from '../../ui/icon/icon.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './auth-card.css'
import linkCss from './auth-link.css'
import { logoOf } from './brand.ts'
import unbrokenCss from './unbroken.css'
import { unbrokenParts } from './unbroken-parts.ts'

/** Renders text without line breaks inside hyphenated words and phone numbers, which would be hard to read. */
export const Unbroken = ({ text }: { text: string }) => {
  useSheet(unbrokenCss)
  return unbrokenParts(text).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
      <span key={at} className="fe-unbroken">
        {part}
      </span>
    ),
  )
}

const Brand = () => {
  const settings = useSettings()
  const logo = logoOf(settings)
  const name = String(settings.vendor?.name ?? '')
  return (
    <div className="fe-auth-brand" part="brand">
      {logo ? (
        <img className="fe-auth-logo" part="logo" src={logo} alt={name} referrerPolicy="no-referrer" />
      ) : (
        <span className="fe-auth-mark" part="logo" aria-hidden="true">
          {name ? [...name][0]?.toUpperCase() : <Icon name="key" size="l" />}
        </span>
      )}
    </div>
  )
}

export interface AuthCardProps {
  title: string
  text?: ReactNode
  /** An icon below the logo that shows the outcome. */
  state?: { tone: 'info' | 'success' | 'danger'; icon: IconName } | 'busy'
  /** Moves the focus to the heading when this card replaces another. Set to false if a field takes the focus. */
  focusTitle?: boolean
  children?: ReactNode
  footer?: ReactNode
}

const State = ({ state }: { state: NonNullable<AuthCardProps['state']> }) => (
  <div className="fe-auth-state" data-tone={state === 'busy' ? 'info' : state.tone} aria-hidden="true">
    {state === 'busy' ? <Spinner /> : <Icon name={state.icon} size="l" />}
  </div>
)

/** The login card: logo, one heading, one sentence and the next action. */
export const AuthCard = ({ title, text, state, focusTitle, children, footer }: AuthCardProps) => {
  useSheet(css)
  useSheet(linkCss)
  const heading = useRef<HTMLHeadingElement>(null)
  // Runs before paint, because a fast user may soon be typing into the card's first field.
  useLayoutEffect(() => {
    if (focusTitle) heading.current?.focus({ preventScroll: true })
  }, [focusTitle])
  return (
    <section className="fe-auth-card" part="card">
      <Brand />
      {state && <State state={state} />}
      <h1 ref={heading} className="fe-auth-title" part="title" tabIndex={-1}>
        <Unbroken text={title} />
      </h1>
      {text && (
        <div className="fe-auth-text" part="text">
          {typeof text === 'string' ? <Unbroken text={text} /> : text}
        </div>
      )}
      <div className="fe-auth-body">{children}</div>
      {footer && <div className="fe-auth-footer">{footer}</div>}
    </section>
  )
}
