import type { StripeElementStyle } from '@stripe/stripe-js'

/** Custom properties with `light-dark()` mean nothing in the provider's frame: an element resolves them. */
const resolvedColor = (place: HTMLElement, token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** How text looks in this place, for the provider's frame, which takes no style sheet. */
export const cardStyle = (place: HTMLElement): StripeElementStyle => {
  const { color, fontSize, fontFamily } = getComputedStyle(place)
  const faint = resolvedColor(place, '--fe-color-faint')
  return {
    base: { color, fontSize, fontFamily, '::placeholder': { color: faint } },
    invalid: { color: resolvedColor(place, '--fe-color-danger') },
  }
}
