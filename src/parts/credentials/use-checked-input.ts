import { type RefObject, useRef, useState } from 'react'

export interface CheckedInput {
  error: string | undefined
  /** What is typed now; read from the field, since managers fill it without events. */
  value(): string
  /** Shows what is wrong; `true` when nothing is. */
  check(): boolean
  focus(): void
  props: { ref: RefObject<HTMLInputElement | null>; onBlur(): void; onInput(): void }
}

/** Validated on blur and on submit, not while typing the first time. `problemOf` returns how to fix it. */
export const useCheckedInput = (problemOf: (input: HTMLInputElement) => string | undefined): CheckedInput => {
  const ref = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const check = () => {
    const problem = ref.current ? problemOf(ref.current) : undefined
    setError(problem)
    return problem === undefined
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
      onInput: () => {
        if (error !== undefined) check()
      },
    },
  }
}

/** Checks all, focuses the first wrong one; `true` when all are right. */
export const checkAll = (...inputs: readonly CheckedInput[]): boolean => {
  const wrong = inputs.filter((input) => !input.check())
  wrong[0]?.focus()
  return wrong.length === 0
}
