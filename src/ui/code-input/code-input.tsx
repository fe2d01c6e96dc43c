import { type ComponentPropsWithRef, type SyntheticEvent, useState } from 'react'
import { listOf } from '../../kernel/list-of.ts'
import { codeDigits } from '../../rules/digits.ts'
import { useSheet } from '../style-root/style-root.tsx'
import { useSecretValue } from '../text-input/use-secret-value.ts'
import css from './code-input.css'

interface CodeInputProps extends Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange' | 'size' | 'maxLength'> {
  value: string
  onChange(code: string): void
  /** Called when all characters are entered and the code can be submitted. */
  onComplete?: (code: string) => void
  /** @default 6 */
  length?: number
  invalid?: boolean
  describedBy?: string | undefined
}

const CODE_LENGTH = 6

const toEnd = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
  if (input.selectionStart === input.selectionEnd) input.setSelectionRange(input.value.length, input.value.length)
}

/** One real input over boxes that show its digits, so that paste, autofill and screen readers keep working. */
export const CodeInput = (props: CodeInputProps) => {
  useSheet(css)
  const { value, onChange, onComplete, length = CODE_LENGTH, invalid, describedBy, ref, ...rest } = props
  const [focused, setFocused] = useState(false)
  // Writing the field would end the composition of an input method, which then writes its text a second time.
  const [composed, setComposed] = useState<string>()
  const secret = useSecretValue(composed === undefined ? value : undefined, ref)
  const take = (field: HTMLInputElement, isComposing: boolean) => {
    const code = codeDigits(field.value).slice(0, length)
    setComposed(isComposing ? code : undefined)
    if (isComposing) return
    field.value = code
    if (code === value) return
    onChange(code)
    if (code.length === length) onComplete?.(code)
  }
  const digits = composed ?? value
  const at = Math.min(digits.length, length - 1)
  return (
    <div className="fe-code" data-invalid={invalid || undefined}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        ref={secret}
        className="fe-code-input"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={({ target, nativeEvent }) => take(target, 'isComposing' in nativeEvent && !!nativeEvent.isComposing)}
        onCompositionEnd={(event) => take(event.currentTarget, false)}
        onSelect={toEnd}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      <div className="fe-code-boxes" aria-hidden="true">
        {listOf(length, (place) => (
          <span key={place} className="fe-code-box" data-active={(focused && place === at) || undefined}>
            {digits[place]}
          </span>
        ))}
      </div>
    </div>
  )
}
