import { type RefObject, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../kernel/errors.ts'
import { type CardForm, openCardForm } from '../card-form/card-form.ts'
import type { CardSetup } from './card-setup.ts'

export interface CardFormPlace {
  place: RefObject<HTMLDivElement | null>
  /** `undefined` while it is loading. */
  form: CardForm | undefined
  /** The reason the form could not be loaded. */
  error: string | undefined
}

/** Mounts the payment provider's own form; the card number never reaches this page. */
export const useCardForm = (setup: CardSetup | undefined, script: string | undefined): CardFormPlace => {
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<CardForm>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    // The form and the failure belong to the previous setup.
    setForm(undefined)
    setError(undefined)
    if (!setup || !place.current) return
    let opened: CardForm | undefined
    let isCurrent = true
    openCardForm(place.current, { ...setup, script }).then(
      (made) => {
        opened = made
        if (isCurrent) setForm(made)
        else made.close()
      },
      (reason: unknown) => isCurrent && setError(messageOf(reason)),
    )
    return () => {
      isCurrent = false
      opened?.close()
    }
  }, [setup, script])
  return { place, form, error }
}
