import type { Stripe, StripeConstructor, StripeElementStyle } from '@stripe/stripe-js'
import { ReadableError } from '../../kernel/errors.ts'
import { focusAgain } from '../../ui/focus-again.ts'
import { addVendorScript, RefusedScriptError } from '../vendor-script/vendor-script.ts'

/** Returns the open modal dialogs around a node in its own tree, outermost first. */
const dialogsAround = (place: Element): HTMLDialogElement[] => {
  const found: HTMLDialogElement[] = []
  for (let node = place.parentElement; node; node = node.parentElement) {
    // Not `instanceof`: in a document to which the portal was moved, dialogs have a class of its window.
    if (node.matches('dialog:modal')) found.unshift(node as HTMLDialogElement)
  }
  return found
}

const reopen = (dialog: HTMLDialogElement, isModal: boolean): void => {
  if (!dialog.isConnected) return
  dialog.close()
  dialog.toggleAttribute('data-beneath', !isModal)
  if (isModal) dialog.showModal()
  else dialog.show()
}

/**
 * Runs work while the dialogs around `place` stay visible but are not modal. The provider's script appends the frame of
 * a bank's confirmation to the body, which a modal dialog makes inert.
 */
const withoutModals = async <Result>(place: Element, work: () => Promise<Result>): Promise<Result> => {
  const dialogs = dialogsAround(place)
  const root = place.getRootNode()
  const focused = root instanceof ShadowRoot ? root.activeElement : null
  for (const dialog of dialogs) reopen(dialog, false)
  try {
    return await work()
  } finally {
    for (const dialog of dialogs) reopen(dialog, true)
    focusAgain(focused)
  }
}

/** Resolves a color on an element, because custom properties with `light-dark()` don't work in the provider's frame. */
const resolvedColor = (place: HTMLElement, token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Returns the text style of this element for the provider's frame, which accepts no style sheet. */
const cardStyle = (place: HTMLElement): StripeElementStyle => {
  const { color, fontSize, fontFamily } = getComputedStyle(place)
  const faint = resolvedColor(place, '--fe-color-faint')
  return {
    base: { color, fontSize, fontFamily, '::placeholder': { color: faint } },
    invalid: { color: resolvedColor(place, '--fe-color-danger') },
  }
}

/** The script release that the types match. */
const STANDARD_SCRIPT = 'https://js.stripe.com/endive/stripe.js'
const UNAVAILABLE = 'The card form could not be loaded. Check your connection or content blocker and try again.'
const BLOCKED = 'This website’s security policy blocks the card form. Contact the website’s owner.'
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
    if (!stripe()) await addVendorScript(new URL(script, window.location.href).href)
  } catch (error) {
    console.error('[front-entry] The card form could not be loaded', error)
    throw new ReadableError(error instanceof RefusedScriptError ? BLOCKED : UNAVAILABLE)
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
