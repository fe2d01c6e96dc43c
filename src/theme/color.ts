/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

export const WHITE: Rgb = [255, 255, 255]
export const INK: Rgb = [15, 16, 24]

const NUMBERS = /-?[\d.]+(?:e-?\d+)?/g

/** A mix of two colors in long notations has about 120 characters. */
const MAX_COLOR_LENGTH = 200

/**
 * Parses a color with the browser's own parser. Anything else (`url()`, `var()`, `currentColor`, incomplete rules,
 * gradients, `transparent`) is `undefined`. The canvas only parses; nothing is drawn.
 */
export const parseColor = (value: unknown): Rgb | undefined => {
  if (typeof value !== 'string' || value.length > MAX_COLOR_LENGTH || /currentcolor/i.test(value)) return undefined
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return undefined
  const [first, second] = ['#000000', '#ffffff'].map((start) => {
    context.fillStyle = start
    context.fillStyle = value
    return context.fillStyle
  })
  if (first !== second || typeof first !== 'string') return undefined
  if (first.startsWith('#')) return fromHex(first)
  if (first.startsWith('rgba(')) return fromRgba(first)
  // Browsers keep notations such as `oklch()`, but mix them in the color space of screens.
  context.fillStyle = `color-mix(in srgb, ${first} 100%, #000)`
  return fromSrgb(String(context.fillStyle))
}

/** @param hex in the form `#0a7fff` */
export const fromHex = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

const numbersOf = (text: string): number[] => (text.match(NUMBERS) ?? []).map(Number)

/** Parses a translucent color as it looks on white. */
const fromRgba = (text: string): Rgb | undefined => {
  const [r = 0, g = 0, b = 0, alpha = 1] = numbersOf(text)
  return onWhite([r, g, b], alpha)
}

const onWhite = (color: Rgb, alpha: number): Rgb | undefined => (alpha === 0 ? undefined : mix(color, WHITE, 1 - alpha))

/** Parses `color(srgb 1 0.5 0 / 0.6)`. Parts beyond the color space are cut off, as they are on screens. */
const fromSrgb = (text: string): Rgb | undefined => {
  if (!text.startsWith('color(srgb ')) return text.startsWith('#') ? fromHex(text) : undefined
  const [r = 0, g = 0, b = 0, alpha = 1] = numbersOf(text)
  const [red, green, blue] = [r, g, b].map((part) => Math.min(Math.max(part, 0), 1) * 255) as unknown as Rgb
  return onWhite([red, green, blue], alpha)
}

/** Returns the color that is `share` of the way from one color to the other. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  Math.round(from[0] + (to[0] - from[0]) * share),
  Math.round(from[1] + (to[1] - from[1]) * share),
  Math.round(from[2] + (to[2] - from[2]) * share),
]

export const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`

/** Returns the relative luminance (WCAG 2.2). */
export const luminance = (color: Rgb): number => {
  const [r, g, b] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Returns the contrast ratio (WCAG 2.2): 1 to 21. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const STEPS = 40

/** Returns the nearest color toward `pole` that has a contrast of at least `ratio` with all backgrounds. */
export const withContrast = (color: Rgb, pole: Rgb, grounds: readonly Rgb[], ratio: number): Rgb => {
  for (let step = 0; step < STEPS; step++) {
    const tried = mix(color, pole, step / STEPS)
    if (grounds.every((ground) => contrast(tried, ground) >= ratio)) return tried
  }
  return pole
}
