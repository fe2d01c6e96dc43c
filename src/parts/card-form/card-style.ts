import type { StripeElementStyle } from '@stripe/stripe-js'

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
export const cardStyle = (place: HTMLElement): StripeElementStyle => {
  const { color, fontSize, fontFamily } = getComputedStyle(place)
  const faint = resolvedColor(place, '--fe-color-faint')
  return {
    base: { color, fontSize, fontFamily, '::placeholder': { color: faint } },
    invalid: { color: resolvedColor(place, '--fe-color-danger') },
  }
}
