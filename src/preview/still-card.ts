interface CardOptions {
  style?: { base?: { color?: string; fontSize?: string; fontFamily?: string } }
}

/** Creates text only, like the provider's own form: the page renders the box. */
const createCard = (_type: string, options: CardOptions = {}) => {
  const card = document.createElement('div')
  card.setAttribute('role', 'img')
  card.setAttribute('aria-label', 'Card form of the payment provider')
  card.textContent = '4242 4242 4242 4242 · 12 / 34 · 123'
  const update = ({ style }: CardOptions) => Object.assign(card.style, { lineHeight: '1.2' }, style?.base)
  update(options)
  return {
    mount: (place: Element) => place.append(card),
    update,
    on: () => undefined,
    destroy: () => card.remove(),
  }
}

interface SavedCard {
  /** Secret of the set-up that the form was opened with. */
  secret: string
  name: string
}

interface Confirmation {
  payment_method: { billing_details: { name: string } }
}

type Keep = (card: SavedCard) => void

/** The imitation of the payment provider's form, with all its users; each knows the secrets of its own set-ups. */
interface StillProvider {
  (): object
  users: Set<Keep>
}

const createProvider = (): StillProvider => {
  const users = new Set<Keep>()
  const confirmCardSetup = async (secret: string, { payment_method: { billing_details } }: Confirmation) => {
    for (const keep of users) keep({ secret, name: billing_details.name })
    return {}
  }
  return Object.assign(() => ({ elements: () => ({ create: createCard }), confirmCardSetup }), { users })
}

/**
 * Replaces the payment provider's script, so that none of it is loaded; a page that already has it keeps it. It is
 * removed with the last user.
 */
export const installStillCard = (keep: Keep = () => undefined): (() => void) => {
  const page = globalThis as { Stripe?: Partial<StillProvider> }
  page.Stripe ??= createProvider()
  const provider = page.Stripe
  const { users } = provider
  if (!users) return () => undefined
  users.add(keep)
  return () => {
    users.delete(keep)
    if (users.size === 0 && page.Stripe === provider) delete page.Stripe
  }
}
