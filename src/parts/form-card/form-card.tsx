import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type Appearance, isEditable, isShown } from '../../feature/page-fields.ts'
import { Card } from '../../ui/card/card.tsx'
import { Field } from '../../ui/field/field.tsx'
import { focusFirstInvalid } from '../../ui/field/focus-first-invalid.ts'
import { Heading } from '../../ui/heading/heading.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { useUnsaved } from '../../ui/unsaved/unsaved-guard.ts'
import { SaveBar } from '../save-bar/save-bar.tsx'
import css from './form-card.css'

interface TextRowProps extends Pick<ComponentProps<'input'>, 'type' | 'name' | 'autoComplete' | 'inputMode'> {
  label: string
  value: string
  hint?: ReactNode
  error?: string | undefined
  appearance?: Appearance
  /** Maximum length of the text. */
  maxLength?: number
  busy?: boolean
  required?: boolean
  onChange(value: string): void
  onLeave?(): void
}

/** A single-line form field, shown as its appearance allows. */
export const TextRow = (props: TextRowProps) => {
  const { label, hint, error, appearance = 'edit', busy, onChange, onLeave, ...input } = props
  if (!isShown(appearance)) return null
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextInput
          {...input}
          {...ids}
          className={isEditable(appearance) ? undefined : 'fe-text-row-fixed'}
          readOnly={!isEditable(appearance) || busy}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
      )}
    </Field>
  )
}

interface FormCardProps {
  title: string
  text?: ReactNode
  /** The form has unsaved changes; leaving asks first. */
  dirty: boolean
  busy: boolean
  /** The server's error message. The typed values are kept. */
  error?: string | undefined
  words: { save: string; discard: string; noChanges: string }
  /**
   * Returns `false` if a field is invalid; the first such field then gets the focus. Not called while nothing has
   * changed.
   */
  onSubmit(): boolean
  onDiscard(): void
  /** The values can't be changed, so no buttons are shown. */
  readOnly?: boolean
  children: ReactNode
}

/** Rows of a form without buttons, in which each change applies at once. */
export const FormRows = ({ children }: { children: ReactNode }) => {
  useSheet(css)
  return (
    <div className="fe-form-card">
      <div className="fe-form-card-fields">{children}</div>
    </div>
  )
}

interface SectionProps {
  title: string
  children: ReactNode
}

/** Rows of a form card below their own heading. */
export const FormSection = ({ title, children }: SectionProps) => (
  <>
    <Heading depth={3} className="fe-form-card-section">
      {title}
    </Heading>
    {children}
  </>
)

/**
 * A form as part of a page: Enter saves, and leaving with changes asks first. Its buttons appear with the first change.
 */
export const FormCard = (props: FormCardProps) => {
  useSheet(css)
  const { title, text, dirty, busy, error, words, onSubmit, onDiscard, readOnly, children } = props
  const form = useRef<HTMLFormElement>(null)
  const [isIdle, setIdle] = useState(false)
  useUnsaved(dirty, onDiscard)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setIdle(!dirty)
    if (dirty && !onSubmit()) requestAnimationFrame(() => focusFirstInvalid(form.current))
  }
  return (
    <Card title={title} text={text}>
      <form ref={form} className="fe-form-card" tabIndex={-1} noValidate aria-label={title} onSubmit={submit}>
        <div className="fe-form-card-fields">{children}</div>
        <p className="fe-form-card-note" role="status">
          {isIdle && !dirty ? words.noChanges : ''}
        </p>
        {dirty && <SaveBar busy={busy} error={error} words={words} onDiscard={onDiscard} />}
        {/* Enter submits a form only where it has a button for it (HTML, implicit submission). */}
        {!dirty && !readOnly && <button type="submit" hidden />}
      </form>
    </Card>
  )
}

export interface Problems<Field extends string> {
  /** Returns the problem of a field after it was left once, or after a click on save. */
  of(field: Field): string | undefined
  left(field: Field): void
  /** Shows all problems; returns `true` when there are none. */
  check(): boolean
  /** Starts over: no problem is shown until a field is left again. */
  forget(): void
}

/** Validates fields when they are left and on submit, but not during the first typing. */
export const useProblems = <Field extends string>(
  problems: Readonly<Partial<Record<Field, string>>>,
): Problems<Field> => {
  const [seen, setSeen] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  return {
    of: (field) => (seen === 'all' || seen.has(field) ? problems[field] : undefined),
    left: (field) => setSeen((before) => (before === 'all' ? before : new Set([...before, field]))),
    check: () => {
      setSeen('all')
      return Object.values(problems).every((problem) => problem === undefined)
    },
    forget: () => setSeen(new Set<string>()),
  }
}
