import { type FormEvent, type RefObject, useRef, useState } from 'react'

export interface CheckedInput {
  error: string | undefined
  /** Returns the current text. It is read from the field, because password managers fill it without events. */
  value(): string
  /** Shows the problem, if any; returns `true` when there is none. */
  check(): boolean
  focus(): void
  props: {
    ref: RefObject<HTMLInputElement | null>
    onBlur(): void
    onInput(event: FormEvent): void
    onCompositionEnd(): void
  }
}

/**
 * Validates an input on blur and on submit, and during typing only while an error is shown. `problemOf` returns how to
 * fix it. It may correct the text unless the user is typing, because what comes next may complete it.
 */
export const useCheckedInput = (
  problemOf: (input: HTMLInputElement, isTyping: boolean) => string | undefined,
): CheckedInput => {
  const ref = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const run = (isTyping: boolean) => {
    const problem = ref.current ? problemOf(ref.current, isTyping) : undefined
    setError(problem)
    return problem === undefined
  }
  const check = () => run(false)
  const checkAgain = () => {
    if (error !== undefined) run(true)
  }
  return {
    error,
    check,
    value: () => ref.current?.value ?? '',
    focus: () => ref.current?.focus(),
    props: {
      ref,
      onBlur: () => {
        if (ref.current?.value) check()
      },
      onInput: ({ nativeEvent }) => {
        // The characters of an input method are complete only at the end of their composition.
        if (!(nativeEvent as InputEvent).isComposing) checkAgain()
      },
      // Chromium sends the last input event before, and none after.
      onCompositionEnd: checkAgain,
    },
  }
}

/** Validates all inputs and focuses the first invalid one. Returns `true` when all are valid. */
export const checkAll = (...inputs: readonly CheckedInput[]): boolean => {
  const wrong = inputs.filter((input) => !input.check())
  wrong[0]?.focus()
  return wrong.length === 0
}
