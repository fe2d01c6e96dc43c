import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { focusFirstInvalid } from '../../ui/field/focus-first-invalid.ts'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { useUnsaved } from '../../ui/unsaved/use-unsaved.ts'
import css from './form-card.css'

export interface FormCardProps {
  title: string
  text?: ReactNode
  /** Something was changed and not saved: leaving asks first. */
  dirty: boolean
  busy: boolean
  /** What the server said; nothing typed is lost. */
  error?: string | undefined
  words: { save: string; discard: string; noChanges: string }
  /** `false`: a field is wrong; the first one gets the focus. Not called while nothing has changed. */
  onSubmit(): boolean
  onDiscard(): void
  /** Nothing can be changed here: no buttons. */
  readOnly?: boolean
  children: ReactNode
}

/** A form that is a part of a page: Enter saves, leaving with changes asks. */
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
      <form ref={form} className="fe-form-card" noValidate aria-label={title} onSubmit={submit}>
        {error && <Alert tone="danger">{error}</Alert>}
        <div className="fe-form-card-fields">{children}</div>
        {!readOnly && (
          <div className="fe-form-card-foot" data-sticky={dirty || undefined}>
            <span className="fe-form-card-note" role="status">
              {isIdle && !dirty ? words.noChanges : ''}
            </span>
            {dirty && (
              <Button disabled={busy} onClick={onDiscard}>
                {words.discard}
              </Button>
            )}
            <Button type="submit" variant="primary" busy={busy}>
              {words.save}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
