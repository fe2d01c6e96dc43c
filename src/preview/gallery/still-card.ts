const draw = (): HTMLElement => {
  const card = document.createElement('div')
  card.setAttribute('role', 'img')
  card.setAttribute('aria-label', 'Card form of the payment provider')
  card.textContent = '4242 4242 4242 4242 · 12 / 34 · 123'
  Object.assign(card.style, { padding: '10px 12px', border: '1px solid', borderRadius: '8px' })
  return card
}

const createCard = () => {
  const card = draw()
  return {
    mount: (place: Element) => place.append(card),
    destroy: () => card.remove(),
  }
}

interface SavedCard {
  /** Of the set-up that the form was opened with. */
  secret: string
  name: string
}

interface Confirmation {
  payment_method: { billing_details: { name: string } }
}

/** In place of the payment provider's script, so that nothing of it is loaded; a page that has it keeps it. */
export const installStillCard = (save: (card: SavedCard) => void = () => undefined): (() => void) => {
  const page = globalThis as { Stripe?: unknown }
  if (page.Stripe) return () => undefined
  const confirmCardSetup = async (secret: string, { payment_method: { billing_details } }: Confirmation) => {
    save({ secret, name: billing_details.name })
    return {}
  }
  const still = () => ({ elements: () => ({ create: createCard }), confirmCardSetup })
  page.Stripe = still
  return () => {
    if (page.Stripe === still) delete page.Stripe
  }
}
