import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { eyeIcons } from '../icon/eye-icons.ts'
import { IconSet } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import { TextInput, type TextInputProps } from '../text-input/text-input.tsx'
import { useSecretValue } from '../text-input/use-secret-value.ts'
import css from './password-input.css'

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'start' | 'end'> {
  /** A strength meter, shown below the box. */
  meter?: ReactNode
}

/** A password input that allows paste, can reveal its value, and warns when caps lock is on. */
export const PasswordInput = (props: PasswordInputProps) => {
  const { meter, describedBy, onKeyUp, onBlur, value, ref, ...rest } = props
  useSheet(css)
  const t = useUiText()
  const capsId = useUiId()
  const input = useSecretValue(value, ref)
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (event: KeyboardEvent<HTMLInputElement>) => {
    setCaps(event.getModifierState('CapsLock'))
    onKeyUp?.(event)
  }
  return (
    <div className="fe-password">
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        ref={input}
        type={shown ? 'text' : 'password'}
        describedBy={caps ? `${describedBy ?? ''} ${capsId}`.trim() : describedBy}
        onKeyUp={watch}
        onBlur={(event) => {
          setCaps(false)
          onBlur?.(event)
        }}
        end={
          <IconSet icons={eyeIcons}>
            <IconButton
              icon={shown ? 'eye-off' : 'eye'}
              label={t(shown ? 'hidePassword' : 'showPassword')}
              aria-pressed={shown}
              disabled={rest.disabled}
              onClick={() => setShown(!shown)}
            />
          </IconSet>
        }
      />
      <span id={capsId} className="fe-password-caps" role="status">
        {caps ? t('capsLock') : ''}
      </span>
      {meter}
    </div>
  )
}
