import { expect } from 'chai'
import { createRandom, type Random } from '../testing/random.ts'
import { type RenderedUi, renderUi } from '../testing/render.tsx'
import { Button } from '../ui/button/button.tsx'
import { Checkbox } from '../ui/checkbox/checkbox.tsx'
import { contrast, fromHex, parseColor, type Rgb, toHex } from './color.ts'
import { createTheme } from './create-theme.ts'

const PALETTES = 500

const GIVEN = ['#ffe97a', '#000000', '#ffffff', '#7f7f7f', '#ff0000', '#fffffe', '#767676', '#777777', '#e6e9ee']

/** Colors in the notations of CSS, and some that are hard to read on or hard to see. */
const NOTATIONS = [
  'rebeccapurple',
  'Gold',
  'YELLOW',
  'black',
  'white',
  '#FE9',
  '#fe97',
  '#FFE97A80',
  'rgb(255, 233, 122)',
  'rgb(255 233 122 / 50%)',
  'rgba(10, 92, 54, 0.3)',
  'rgb(40% 30% 90%)',
  'hsl(50, 100%, 74%)',
  'hsl(0.6turn 80% 40%)',
  'hsla(200deg, 50%, 50%, .25)',
  'hwb(194 0% 0%)',
  'lab(52.2345 40.1645 59.9971)',
  'lch(52.2345 72.2 56.2)',
  'oklab(0.4 0.11 0.05)',
  'oklch(0.7 0.15 200)',
  'oklch(40% 0.26 29 / 60%)',
  'color(srgb 1 0.5 0)',
  'color(display-p3 0.2 0.8 0.4)',
  'color-mix(in srgb, red 40%, white)',
  ' #0a5c36 ',
]

/** Values that aren't opaque colors. Texts stay readable with them. */
const INVALID_COLORS: readonly unknown[] = [
  ...[
    '',
    ' ',
    'transparent',
    'currentColor',
    'inherit',
    'initial',
    'var(--brand)',
    'url(x.png)',
    'blue-ish',
    '#12',
    '#12345',
    'rgb(1,2)',
  ],
  ...[
    'linear-gradient(red, blue)',
    'red; color: blue',
    'rgb(0 0 0 / 0)',
    'oklch(0.7 0.15 200 / 0)',
    null,
    7,
    [],
    {},
    { main: 7 },
  ],
]

/** Returns whether two colors differ by more than rounding. */
const differ = (one: string, other: string): boolean =>
  fromHex(one).some((part, at) => Math.abs(part - (fromHex(other)[at] ?? 0)) > 2)

type Options = Readonly<Record<string, unknown>>

const colorFrom = (random: Random): string => toHex([random.below(256), random.below(256), random.below(256)])

const sometimes = (random: Random, key: string, value: () => unknown): Options =>
  random.chance(0.4) ? { [key]: value() } : {}

/** Returns a color with the shades that hosts set along with it. */
const family = (random: Random, main: string): Options => ({
  main,
  ...sometimes(random, 'contrastText', () => colorFrom(random)),
  ...sometimes(random, 'hover', () => colorFrom(random)),
  ...sometimes(random, 'active', () => colorFrom(random)),
})

const themeFrom = (random: Random, primary: string) => ({
  palette: {
    primary: family(random, primary),
    error: family(random, colorFrom(random)),
    ...sometimes(random, 'success', () => colorFrom(random)),
    ...sometimes(random, 'background', () => ({ default: colorFrom(random) })),
    ...sometimes(random, 'text', () => ({ primary: colorFrom(random), secondary: colorFrom(random) })),
  },
  loginBox: sometimes(random, 'boxStyle', () => ({ backgroundColor: colorFrom(random), color: colorFrom(random) })),
})

const GROUNDS = ['--fe-color-bg', '--fe-color-surface', '--fe-color-raised', '--fe-box-background-color']
const TEXTS = ['accent-strong', 'text', 'muted', 'danger', 'success', 'warning', 'info'].map(
  (name) => `--fe-color-${name}`,
)
const SOFT = ['accent-soft accent-strong', 'danger-soft danger', 'success-soft success']
const FILLS = ['accent-fill on-accent-fill', 'danger-fill on-danger'].flatMap((pair) =>
  ['', '-hover', '-active'].map((state) => pair.replace('-fill ', `-fill${state} `)),
)

describe('the colors of a host', () => {
  let ui: RenderedUi
  let probe: HTMLElement
  afterEach(() => ui.unmount())

  const show = async (scheme: 'light' | 'dark') => {
    ui = await renderUi(
      <>
        <Button variant="primary">Continue</Button>
        <Button variant="danger">Delete</Button>
        <Checkbox label="Remember me" checked onChange={() => undefined} />
      </>,
      { scheme },
    )
    probe = ui.root.appendChild(document.createElement('i'))
    for (const part of ui.root.querySelectorAll<HTMLElement>('*')) part.style.transition = 'none'
  }

  const applyTheme = (themeOptions: Options) => {
    const { tokens } = createTheme({ themeOptions, element: 'loginBox' })
    for (const [name, value] of Object.entries(tokens)) ui.host.style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(tokens)) ui.host.style.removeProperty(name)
    }
  }

  /** Colors that were read before, because each reading creates a canvas. */
  const known = new Map<string, Rgb>()

  const color = (value: string): Rgb => {
    const found = known.get(value) ?? parseColor(value)
    if (!found) throw new Error(`${value} is no color`)
    known.set(value, found)
    return found
  }

  const tokenColor = (token: string): Rgb => {
    probe.style.color = ''
    probe.style.color = `var(${token}, var(--fe-color-surface))`
    return color(getComputedStyle(probe).color)
  }

  const styleOf = (selector: string) => getComputedStyle(ui.root.querySelector(selector) as Element)

  /** Returns every pair of a text and its background, or a mark and the page, with too little contrast. */
  const unreadable = (): string[] => {
    const colorsOf = (names: readonly string[]) => names.map((name) => [name, tokenColor(name)] as const)
    const [grounds, texts] = [colorsOf(GROUNDS), colorsOf(TEXTS)]
    const mark = tokenColor('--fe-color-accent')
    const pairs: [what: string, ratio: number, least: number][] = []
    for (const [name, ground] of grounds) {
      for (const [text, ink] of texts) pairs.push([`${text} on ${name}`, contrast(ink, ground), 4.5])
      pairs.push([`mark on ${name}`, contrast(mark, ground), 3])
      for (const kind of ['primary', 'danger']) {
        const { backgroundColor, borderTopColor } = styleOf(`.fe-button-${kind}`)
        const edge = [backgroundColor, borderTopColor].filter((each) => each !== 'rgba(0, 0, 0, 0)').map(color)
        pairs.push([`${kind} button on ${name}`, Math.max(...edge.map((each) => contrast(each, ground))), 3])
      }
    }
    for (const pair of [...SOFT, ...FILLS]) {
      const [ground = '', text = ''] = pair.split(' ').map((name) => `--fe-color-${name}`)
      pairs.push([`${text} on ${ground}`, contrast(tokenColor(text), tokenColor(ground)), 4.5])
    }
    const box = styleOf('input[type="checkbox"]')
    pairs.push(['check mark', contrast(color(box.color), color(box.backgroundColor)), 3])
    return pairs.filter(([, ratio, least]) => ratio < least).map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`)
  }

  for (const scheme of ['light', 'dark'] as const)
    it(`fill buttons exactly and stay readable in ${scheme}, for ${PALETTES} palettes`, async function () {
      this.timeout(60_000)
      await show(scheme)
      const random = createRandom(2026)
      const faults: string[] = []
      for (let round = 0; round < PALETTES; round++) {
        const primary = GIVEN[round] ?? colorFrom(random)
        const theme = themeFrom(random, primary)
        const removeTheme = applyTheme(theme)
        const fills = ['primary', 'danger'].map((kind) => toHex(color(styleOf(`.fe-button-${kind}`).backgroundColor)))
        const wrong = fills.join() === `${primary},${theme.palette.error.main}` ? [] : [`filled with ${fills}`]
        const found = [...wrong, ...unreadable()]
        if (found.length > 0) faults.push(`${JSON.stringify(theme)}: ${found.join('; ')}`)
        removeTheme()
      }

      expect(faults.slice(0, 5)).to.deep.equal([])
    })

  it('fill buttons exactly and stay readable, in whatever notation of CSS the color is given', async () => {
    await show('light')
    const drawn = (value: string): string => {
      const context = document.createElement('canvas').getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#ffffff'
      context.fillRect(0, 0, 1, 1)
      context.fillStyle = value
      context.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data
      return toHex([r, g, b])
    }
    const faults: string[] = []
    for (const value of NOTATIONS) {
      const removeTheme = applyTheme({ palette: { primary: value } })
      const fill = toHex(color(styleOf('.fe-button-primary').backgroundColor))
      if (differ(fill, drawn(value))) faults.push(`${value}: filled with ${fill}, not ${drawn(value)}`)
      for (const fault of unreadable()) faults.push(`${value}: ${fault}`)
      removeTheme()
    }
    expect(faults).to.deep.equal([])
    for (const value of INVALID_COLORS) {
      const removeTheme = applyTheme({ palette: { primary: value } })
      expect(unreadable(), String(value)).to.deep.equal([])
      removeTheme()
    }
  })

  it('adds a border only to a fill that is hard to see on the page', async () => {
    await show('light')
    const borderOf = (primary: string) => {
      const removeTheme = applyTheme({ palette: { primary } })
      const { borderTopColor } = styleOf('.fe-button-primary')
      removeTheme()
      return borderTopColor
    }
    expect(borderOf('#0a5c36')).to.equal('rgba(0, 0, 0, 0)')
    expect(contrast(color(borderOf('#ffe97a')), [255, 255, 255])).to.be.at.least(3)
  })

  it('fill a submit button of its own color exactly, with a border where the page hides it', async () => {
    await show('light')
    applyTheme({ loginBox: { submitButtonTheme: { base: { backgroundColor: '#ffe97a', color: '#ffffff' } } } })
    const { backgroundColor, color: text, borderTopColor } = styleOf('.fe-button-primary')
    expect(toHex(color(backgroundColor))).to.equal('#ffe97a')
    expect(contrast(color(text), color(backgroundColor))).to.be.at.least(4.5)
    expect(contrast(color(borderTopColor), [255, 255, 255])).to.be.at.least(3)
  })

  it('use the shades of a host for pointer and press where the text stays readable', async () => {
    await show('light')
    const primary = { main: '#0a5c36', hover: '#084b2c', active: '#ffffff' }
    applyTheme({ palette: { primary } })
    expect(toHex(tokenColor('--fe-color-accent-fill-hover'))).to.equal(primary.hover)
    expect(toHex(tokenColor('--fe-color-accent-fill-active'))).not.to.equal(primary.active)
  })
})
