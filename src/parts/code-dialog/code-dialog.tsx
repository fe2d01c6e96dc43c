import { useState } from 'react'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { Field } from '../../ui/field/field.tsx'
import { FormDialog } from '../../ui/form-dialog/form-dialog.tsx'
import { Resend } from '../code-form/resend.tsx'

const CODE_LENGTH = 6

export interface CodeDialogProps {
  title: string
  text?: string
  words: { label: string; short: string; submit: string; cancel: string }
  /** The code confirms a removal. @default false */
  danger?: boolean
  busy: boolean
  error?: string | undefined
  /** Set for codes that were sent: when it was sent, and how to request another one. */
  resend?: {
    sentAt: number
    texts: { question: string; resend: string; resent: string; wait(seconds: number): string }
    onResend(): void
  }
  onSubmit(code: string): void
  onClose(): void
}

/** A dialog for a six-digit code, submitted as soon as the last digit is entered. */
export const CodeDialog = (props: CodeDialogProps) => {
  const { title, text, words, danger, busy, error, resend, onSubmit, onClose } = props
  const [code, setCode] = useState('')
  const [isShort, setShort] = useState(false)
  const submit = (given: string) => {
    const isWhole = given.length === CODE_LENGTH
    setShort(!isWhole)
    if (isWhole && !busy) onSubmit(given)
    return isWhole
  }
  return (
    <FormDialog
      open
      size="s"
      title={title}
      description={text}
      submitLabel={words.submit}
      cancelLabel={words.cancel}
      danger={danger}
      busy={busy}
      onSubmit={() => submit(code)}
      onClose={onClose}
    >
      <Field label={words.label} error={isShort ? words.short : error}>
        {(ids) => (
          <CodeInput
            {...ids}
            value={code}
            readOnly={busy}
            autoFocus
            onChange={(next) => {
              setCode(next)
              setShort(false)
            }}
            onComplete={submit}
          />
        )}
      </Field>
      {resend && <Resend sentAt={resend.sentAt} busy={busy} texts={resend.texts} onResend={resend.onResend} />}
    </FormDialog>
  )
}
