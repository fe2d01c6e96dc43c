import type { Stripe, StripeConstructor } from '@stripe/stripe-js'
import { ReadableError } from '../../kernel/errors.ts'
import { addScript } from '../../kernel/trusted-scripts.ts'
import { cardStyle } from './card-style.ts'
import { withoutModals } from './without-modals.ts'

/** The script release that the types match. */
const STANDARD_SCRIPT = 'https://js.stripe.com/endive/stripe.js'
const UNAVAILABLE = 'The card form could not be loaded. Check your connection or content blocker and try again.'
const SLOT = 'fe-card-form'

export interface CardForm {
  /** Sends the card to the payment provider. @throws ReadableError with the provider's reason */
  confirm(name: string): Promise<void>
  close(): void
}

interface Setup {
  publishableKey: string
  secret: string
  /** URL of the payment provider's script. @default the provider's own */
  script?: string | undefined
}

const stripe = () => (globalThis as { Stripe?: StripeConstructor }).Stripe

/** Loads the payment provider's script. It is requested only when a card form is opened. */
const loadStripe = async ({ publishableKey, script = STANDARD_SCRIPT }: Setup): Promise<Stripe> => {
  try {
    if (!stripe()) await addScript(new URL(script, window.location.href).href)
  } catch {
    throw new ReadableError(UNAVAILABLE)
  }
  const open = stripe()
  if (!open) throw new ReadableError(UNAVAILABLE)
  return open(publishableKey)
}

/**
 * Creates the frame's node. The provider's script looks for it in the document, so it is slotted in from outside the
 * shadow root.
 */
const nodeFor = (place: HTMLElement): { node: HTMLElement; remove(): void } => {
  const root = place.getRootNode()
  if (!(root instanceof ShadowRoot)) return { node: place, remove: () => place.replaceChildren() }
  const slot = document.createElement('slot')
  const node = document.createElement('div')
  slot.name = SLOT
  node.slot = SLOT
  place.append(slot)
  root.host.append(node)
  return {
    node,
    remove: () => {
      slot.remove()
      node.remove()
    },
  }
}

/** Opens the payment provider's card form in this element. */
export const openCardForm = async (place: HTMLElement, setup: Setup): Promise<CardForm> => {
  const provider = await loadStripe(setup)
  const card = provider.elements().create('card', { style: cardStyle(place) })
  const { node, remove } = nodeFor(place)
  card.mount(node)
  // The element's color has a transition, whose end signals a change of the color scheme or theme.
  const restyle = () => card.update({ style: cardStyle(place) })
  place.addEventListener('transitionend', restyle)
  // The focus is inside the frame, where our style sheets don't apply.
  card.on('focus', () => place.toggleAttribute('data-focused', true))
  card.on('blur', () => place.toggleAttribute('data-focused', false))
  return {
    async confirm(name) {
      const { error } = await withoutModals(place, () =>
        provider.confirmCardSetup(setup.secret, { payment_method: { card, billing_details: { name } } }),
      )
      if (error) throw new ReadableError(error.message ?? UNAVAILABLE)
    },
    close() {
      place.removeEventListener('transitionend', restyle)
      card.destroy()
      remove()
    },
  }
}
