import { expect } from 'chai'
import tokens from '../../../theme/tokens.css'
import preferences from './preferences.css'

/** Returns the color of a token as three numbers, when the user's system asks for what the media query names. */
const colorOf = (token: string, query: string, scheme: 'light' | 'dark'): number[] => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const css = `${tokens}\n${preferences}`.replaceAll(new RegExp(`\\(\\s*${query}\\s*\\)`, 'g'), ' all')
  root.innerHTML = `<style>${css}</style><p style="color: var(${token})"></p>`
  host.dataset.scheme = scheme
  const { color } = getComputedStyle(root.querySelector('p') as Element) // written above
  host.remove()
  return (color.match(/[\d.]+/g) ?? []).map(Number)
}

/** WCAG 2.2, relative luminance. */
const luminanceOf = (color: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: readonly number[], other: readonly number[]): number => {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe('the system settings of a user', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`raise the contrast of secondary text and of every line (${scheme})`, () => {
      const of = (token: string) => colorOf(token, 'prefers-contrast:\\s*more', scheme)
      const surface = of('--fe-color-surface')
      for (const token of ['--fe-color-muted', '--fe-color-faint', '--fe-color-control'])
        expect(contrastOf(of(token), surface), token).to.be.at.least(7)
      for (const token of ['--fe-color-line', '--fe-color-line-strong'])
        expect(contrastOf(of(token), surface), token).to.be.at.least(3)
    })

    it(`hide the page behind a dialog instead of dimming it (${scheme})`, () => {
      const [red, green, blue, alpha = 1] = colorOf(
        '--fe-color-scrim',
        'prefers-reduced-transparency:\\s*reduce',
        scheme,
      )
      expect([[red, green, blue].length, alpha]).to.deep.equal([3, 1])
    })
  }
})
