import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { CodeInput } from '../../ui/code-input/code-input.tsx'
import { Field } from '../../ui/field/field.tsx'
import { CredentialForm } from '../credentials/credentials.tsx'
import type { Progress } from '../failure/failure.ts'

interface CodeFormProps {
  texts: { label: string; required: string; tooShort: string; submit: string }
  /** Label of the checkbox that remembers this device. */
  rememberLabel?: string | undefined
  busy: boolean
  progress: Progress
  error: string | undefined
  onSubmit(code: string, rememberDevice: boolean): void
}

const CODE_LENGTH = 6

/** A refused code is useless; one that never reached the server can be sent again. */
const isRefused = (progress: Progress): boolean => progress.kind === 'failed' && progress.failure.kind === 'refused'

const useCode = (progress: Progress) => {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => {
    if (progress.kind !== 'failed') return
    if (isRefused(progress)) setCode('')
    input.current?.focus()
  }, [progress])
  return { input, code, setCode }
}

/** A form for a six-digit code, submitted as soon as all digits are typed, pasted or filled. */
export const CodeForm = ({ texts, rememberLabel, busy, progress, error, onSubmit }: CodeFormProps) => {
  const { input, code, setCode } = useCode(progress)
  const [remember, setRemember] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = (typed = code) => {
    if (busy) return
    const wrong = typed === '' ? texts.required : texts.tooShort
    setProblem(typed.length < CODE_LENGTH ? wrong : undefined)
    if (typed.length < CODE_LENGTH) input.current?.focus()
    else onSubmit(typed, remember)
  }
  const change = (typed: string) => {
    setCode(typed)
    setProblem(undefined)
  }
  const message = problem ?? (code && isRefused(progress) ? undefined : error)
  return (
    <CredentialForm label={texts.submit} onSubmit={() => submit()}>
      <Field label={texts.label} error={message}>
        {(ids) => (
          <CodeInput
            {...ids}
            ref={input}
            name="code"
            length={CODE_LENGTH}
            value={code}
            readOnly={busy}
            required
            autoFocus
            onChange={change}
            onComplete={submit}
          />
        )}
      </Field>
      {rememberLabel && (
        <Checkbox label={rememberLabel} name="rememberDevice" checked={remember} onChange={setRemember} />
      )}
      <Button type="submit" variant="primary" size="l" block busy={busy}>
        {texts.submit}
      </Button>
    </CredentialForm>
  )
}
