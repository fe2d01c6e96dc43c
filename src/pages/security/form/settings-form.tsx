import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { type Appearance, isEditable, isShown } from '../../../feature/page-fields.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { SaveBar } from '../../../parts/save-bar/save-bar.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { focusFirstInvalid } from '../../../ui/field/focus-first-invalid.ts'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { useUnsaved } from '../../../ui/unsaved/unsaved-guard.ts'
import css from './form.css'
import type { FormTexts } from './form.messages.ts'

/** Focuses the control that `data-focus` names once it is rendered: `<div ref={useFocusOn(focus, isReady)}>`. */
export const useFocusOn = (focus: string | undefined, isReady: boolean): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!focus || !isReady) return
    const all = [...(ref.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])]
    const target = all.find((element) => element.dataset.focus === focus)
    const control = target?.querySelector<HTMLElement>('input, button, select, textarea') ?? target
    control?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [focus, isReady])
  return ref
}

interface SettingsFormProps {
  label: string
  /** The form has unsaved changes, so the buttons are shown and leaving asks first. */
  dirty: boolean
  busy: boolean
  /** The reason the server refused. The typed values are kept. */
  error?: string | undefined
  /** Returns `false` if a field is invalid; the first such field then gets the focus. */
  onSubmit(): boolean
  onDiscard(): void
  children: ReactNode
  t: Translate<FormTexts>
}

/** A settings form of a tab. Its buttons stay in view and appear only while there are unsaved changes. */
export const SettingsForm = (props: SettingsFormProps) => {
  useSheet(css)
  const { label, dirty, busy, error, onSubmit, onDiscard, children, t } = props
  const form = useRef<HTMLFormElement>(null)
  useUnsaved(dirty, onDiscard)
  const words = { save: t('save'), discard: t('discard') }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !dirty) return
    if (!onSubmit()) requestAnimationFrame(() => focusFirstInvalid(form.current))
  }
  return (
    <form ref={form} className="fe-security-form" tabIndex={-1} noValidate aria-label={label} onSubmit={submit}>
      {children}
      {dirty && <SaveBar busy={busy} error={error} words={words} onDiscard={onDiscard} />}
    </form>
  )
}

interface PolicyCardProps {
  /** Name of the card in links that point to it. */
  focus: string
  title: string
  text: string
  appearance: Appearance
  isOn: boolean
  /** A short text of the state. @default on or off */
  stateLabel?: string
  /** One sentence about the policy for users who can't change it. */
  summary: string
  busy: boolean
  /** @default it has no switch; its fields are always shown */
  onToggle?: ((isOn: boolean) => void) | undefined
  /** Fields that are shown while the policy is on. */
  children: ReactNode
  t: Translate<FormTexts>
}

const State = ({ isOn, stateLabel, t }: Pick<PolicyCardProps, 'isOn' | 'stateLabel' | 't'>) => (
  <Badge tone={isOn ? 'success' : 'neutral'} dot>
    {stateLabel ?? t(isOn ? 'on' : 'off')}
  </Badge>
)

const Action = (props: PolicyCardProps) => {
  const { title, appearance, isOn, stateLabel, busy, onToggle } = props
  if (!isEditable(appearance)) return <State {...props} />
  if (onToggle) return <Switch label={title} hideLabel checked={isOn} disabled={busy} onChange={onToggle} />
  // A policy with a custom label shows its state in its fields.
  return stateLabel === undefined ? <State {...props} /> : null
}

/** One policy: a description, a switch, and its fields while it is on. */
export const PolicyCard = (props: PolicyCardProps) => {
  const { focus, title, text, appearance, isOn, summary, onToggle, children } = props
  if (!isShown(appearance)) return null
  return (
    <div data-focus={focus} tabIndex={-1} className="fe-security-policy">
      <Card title={title} text={text} action={<Action {...props} />}>
        {isEditable(appearance) ? (isOn || !onToggle) && children : <p className="fe-security-value">{summary}</p>}
      </Card>
    </div>
  )
}
