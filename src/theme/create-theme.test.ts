import { expect } from 'chai'
import { reach, scaled } from '../testing/figures.ts'
import { randomOf } from '../testing/random.ts'
import { contrast, parseColor, type Rgb } from './color.ts'
import { createTheme } from './create-theme.ts'

const ROUNDS = scaled(5_000)

const LIGHT_GROUNDS = ['#ffffff', '#f6f7f9'].map(parseColor) as Rgb[]
const DARK_GROUNDS = ['#0d0f13', '#14171d', '#1a1e26'].map(parseColor) as Rgb[]

const pair = (value = ''): [Rgb, Rgb] => value.match(/#[\da-f]{6}/g)?.map(parseColor) as [Rgb, Rgb]

const worst = (color: Rgb, grounds: readonly Rgb[]) => Math.min(...grounds.map((ground) => contrast(color, ground)))

const HOSTILE = [
  'url(https://evil.test/x.png)',
  'red; background: url(//evil.test)',
  'red } :host { display: none',
  'expression(alert(1))',
  'var(--x, url(//evil.test))',
  'image-set("//evil.test/a" 1x)',
  '</style><script>1</script>',
  '@import "//evil.test"',
  'attr(value url)',
  '12px; color: red',
  -1,
  Number.NaN,
  1e9,
  null,
  [],
  {},
  'Inter, "); @import url(//evil.test)',
  '\\75rl(//evil.test)',
]
const GOOD = [
  '#4461B5',
  'rebeccapurple',
  'hsl(120 50% 40%)',
  'rgb(0 0 0 / 40%)',
  13,
  '14px',
  600,
  'Inter, sans-serif',
  'rtl',
]

const PATHS = [
  'palette.primary',
  'palette.primary.main',
  'palette.error.main',
  'palette.success',
  'palette.background.default',
  'palette.text.primary',
  'typography.fontFamily',
  'typography.fontSize',
  'spacing',
  'direction',
  'loginBox.boxStyle.backgroundColor',
  'loginBox.boxTitleStyle.color',
  'loginBox.boxTitleStyle.fontSize',
  'loginBox.inputTheme.base.borderColor',
  'loginBox.submitButtonTheme.base.backgroundColor',
  'loginBox.logo.image',
]

const build = (entries: readonly [string, unknown][]): Record<string, unknown> => {
  const root: Record<string, unknown> = {}
  for (const [path, value] of entries) {
    const keys = path.split('.')
    let node = root
    for (const key of keys.slice(0, -1)) {
      if (typeof node[key] !== 'object' || node[key] === null) node[key] = {}
      node = node[key] as Record<string, unknown> // set one line above
    }
    node[keys.at(-1) ?? ''] = value
  }
  return root
}

describe('createTheme', () => {
  it('keeps text at 4.5:1 and controls at 3:1 for any accent, in both schemes', () => {
    const random = randomOf(7)
    for (let round = 0; round < ROUNDS; round++) {
      const rgb = [random(), random(), random()].map((part) => Math.floor(part * 256))
      const { tokens } = createTheme({ themeOptions: { palette: { primary: `rgb(${rgb.join(' ')})` } } })
      const [fill, fillDark] = pair(tokens['--fe-color-accent'])
      const [on, onDark] = pair(tokens['--fe-color-on-accent'])
      const [text, textDark] = pair(tokens['--fe-color-accent-strong'])
      const [soft, softDark] = pair(tokens['--fe-color-accent-soft'])
      const [hover, hoverDark] = pair(tokens['--fe-color-accent-hover'])
      const controls = [worst(fill, LIGHT_GROUNDS), worst(fillDark, DARK_GROUNDS)]
      const words = [
        worst(text, [...LIGHT_GROUNDS, soft]),
        worst(textDark, [...DARK_GROUNDS, softDark]),
        contrast(on, fill),
        contrast(onDark, fillDark),
        contrast(on, hover),
        contrast(onDark, hoverDark),
      ]
      expect(Math.min(...controls), `controls of ${rgb}`).to.be.at.least(3)
      expect(Math.min(...words), `words of ${rgb}`).to.be.at.least(4.5)
    }
  })

  it('uses the text color of buttons where it can be read on the accent', () => {
    const onAccent = (contrastText: string) =>
      createTheme({ themeOptions: { palette: { primary: { main: '#0a7d55', contrastText } } } }).tokens[
        '--fe-color-on-accent-fill'
      ]
    expect(onAccent('#fff7c2')).to.equal('#fff7c2')
    expect(onAccent('#0a7d50')).to.equal('#ffffff')
  })

  it('leaves an accent that already has the contrast as it is', () => {
    const { tokens } = createTheme({ themeOptions: { palette: { primary: { main: '#4461B5' } } } })
    expect(tokens['--fe-color-accent']).to.match(/^light-dark\(#4461b5/)
  })

  it('turns fuzzed themes into plain tokens only, without a request or a rule', async () => {
    const random = randomOf(24)
    const values = [...HOSTILE, ...GOOD]
    for (let round = 0; round < ROUNDS; round++) {
      const entries = PATHS.filter(() => random() < 0.5).map((path): [string, unknown] => [
        path,
        values[Math.floor(random() * values.length)],
      ])
      const { css } = createTheme({ themeOptions: build(entries), element: 'loginBox' })
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      const [rule] = sheet.cssRules
      expect(sheet.cssRules.length).to.equal(1)
      expect(rule?.cssText).to.not.match(/url|evil|import|expression|attr\(|image-set|script/i)
    }
    const foreign = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('evil'))
    expect(foreign).to.deep.equal([])
    await reach(24, '5,000 fuzzed themes: 0 requests to other hosts', `${ROUNDS} themes, ${foreign.length} requests`)
  })

  const warningsOf = (themeOptions: unknown, times = 1): string[] => {
    const lines: string[] = []
    const log = { warn: (line: string) => lines.push(line) }
    for (let time = 0; time < times; time += 1) createTheme({ themeOptions, element: 'loginBox', log })
    return lines
  }

  it('logs one warning about unknown themes, however many elements use the options', () => {
    for (const themeName of ['classic', 'vivid', 'dark', 'classicV2', 'modernV2', 'neon']) {
      expect(warningsOf({ loginBox: { themeName }, adminPortal: { themeName } }, 3)).to.deep.equal([
        `themeOptions: 'modern' is the only theme; dark names choose its dark colors, others are ignored: loginBox.themeName '${themeName}', adminPortal.themeName '${themeName}'`,
      ])
    }
    expect(warningsOf({ loginBox: { themeName: 'modern' } })).to.deep.equal([])
  })

  it('reports unknown keys, and suggests the correct key for a misspelled one', () => {
    expect(
      warningsOf({
        palete: { primary: '#00f' },
        palette: { primary: { contrastTxt: '#fff' }, divider: '#ccc' },
        loginBox: { boxStlye: { color: 'red' }, logo: { align: 'left' }, poweredByPlacement: 'box', unheardOf: 1 },
        adminPortal: { layout: { fullScreenMode: true }, pages: { users: {} } },
        shadows: [],
        transitions: {},
      }),
    ).to.deep.equal([
      'themeOptions: no effect in this release: shadows, palette.divider, loginBox.poweredByPlacement, adminPortal.layout',
      'themeOptions: unknown keys are ignored: palete (did you mean palette?), palette.primary.contrastTxt (did you mean palette.primary.contrastText?), loginBox.boxStlye (did you mean loginBox.boxStyle?), loginBox.unheardOf, loginBox.logo.align',
    ])
  })

  it('names values of another type, and colors that no browser can read', () => {
    expect(
      warningsOf({
        typography: 'Arial',
        loginBox: { logo: 'logo.svg', layout: ['float-left'] },
        adminPortal: true,
        palette: { primary: 'blue-ish', error: { main: 7, hover: '#12' }, text: { secondary: {} }, info: ['red'] },
      }),
    ).to.deep.equal([
      'themeOptions: values that are neither colors nor objects are ignored: typography, loginBox.logo, loginBox.layout, adminPortal, palette.primary, palette.error.main, palette.error.hover, palette.info',
    ])
    expect(warningsOf({ palette: 'red' })).to.deep.equal([
      'themeOptions: values that are neither colors nor objects are ignored: palette',
    ])
    const colors = { primary: 'oklch(0.7 0.15 200)', error: { main: 'hsl(0 80% 40%)' }, text: 'Navy', info: '' }
    expect(warningsOf({ palette: { ...colors, background: null }, loginBox: {} })).to.deep.equal([])
  })

  it('names values whose form or size the theme doesn’t read, also in the options of one element', () => {
    expect(
      warningsOf({
        typography: { fontSize: '62.5%', fontFamily: 'var(--brand-font)', fontWeightBold: 'bold' },
        spacing: '8px',
        direction: 'right',
        mode: 'Dark',
        shape: { borderRadius: '50%' },
        loginBox: {
          logo: { image: 'logo.png', alignment: 'middle', style: { width: 'calc(1px)' } },
          typography: { fontSize: 99 },
          boxStyle: {
            padding: '1px 2px 3px 4px 5px',
            backgroundColor: 'linear-gradient(red, blue)',
            color: 'currentColor',
          },
        },
        adminPortal: { spacing: 0.5, palette: { primary: { main: 'blue-ish' }, prmary: '#00f' } },
      }),
    ).to.deep.equal([
      'themeOptions: unknown keys are ignored: adminPortal.palette.prmary (did you mean adminPortal.palette.primary?)',
      'themeOptions: values that are neither colors nor objects are ignored: adminPortal.palette.primary.main',
      'themeOptions: values of another form or size are ignored: typography.fontFamily, typography.fontSize, typography.fontWeightBold, shape.borderRadius, spacing, direction, mode, loginBox.typography.fontSize, loginBox.logo.image, loginBox.logo.alignment, adminPortal.spacing, loginBox.boxStyle.padding, loginBox.boxStyle.backgroundColor, loginBox.boxStyle.color, loginBox.logo.style.width',
    ])
  })

  it('names fields and tabs of pages that don’t exist, and appearances that don’t', () => {
    const pages = {
      profile: { fieldsProperties: { jobTitel: { appearance: 'hidden' }, name: { appearance: 'readonly' } } },
      privacy: { fieldsProperties: { mfa: { appearance: 'viewOnly' }, passkeys: { appearance: 'hidden' } } },
      account: { tabsProperties: { customlogin: { appearance: 'hidden' }, settings: { appearance: true } } },
      security: {
        tabsProperties: { generalSettings: { fieldsProperties: { userLockout: { appearance: 'Hidden' } } } },
      },
      subscriptions: { fieldsProperties: { invoices: { appearance: 'edit' }, plans: { label: 'Plans' } } },
    }
    const place = 'adminPortal.pages'
    expect(warningsOf({ adminPortal: { pages } })).to.deep.equal([
      `themeOptions: unknown keys are ignored: ${[
        `${place}.profile.fieldsProperties.jobTitel (did you mean ${place}.profile.fieldsProperties.jobTitle?)`,
        `${place}.privacy.fieldsProperties.passkeys`,
        `${place}.account.tabsProperties.customlogin (did you mean ${place}.account.tabsProperties.customLogin?)`,
      ].join(', ')}`,
      `themeOptions: an appearance is 'hidden', 'viewOnly' or 'edit', others are ignored: ${[
        `${place}.profile.fieldsProperties.name.appearance`,
        `${place}.account.tabsProperties.settings.appearance`,
        `${place}.security.tabsProperties.generalSettings.fieldsProperties.userLockout.appearance`,
      ].join(', ')}`,
    ])
  })

  it('names no appearance that is empty, as other empty values', () => {
    const fieldsProperties = { name: { appearance: null }, address: { appearance: '' } }
    expect(warningsOf({ adminPortal: { pages: { profile: { fieldsProperties } } } })).to.deep.equal([])
  })

  it('names a part that the portal doesn’t have once', () => {
    const boxStyle = { boxShadow: 'none', padding: '50%' }
    expect(warningsOf({ adminPortal: { boxStyle } })).to.deep.equal([
      'themeOptions: unknown keys are ignored: adminPortal.boxStyle',
    ])
  })

  it('names CSS properties of parts that have no effect', () => {
    const boxStyle = { boxShadow: 'none', border: 0, padding: 24, '&:hover': {} }
    expect(warningsOf({ boxStyle, loginBox: { inputTheme: { label: { textTransform: 'uppercase' } } } })).to.deep.equal(
      [
        'themeOptions: not supported and ignored: boxStyle.&:hover',
        'themeOptions: no effect in this release: boxStyle.boxShadow, loginBox.inputTheme.label.textTransform',
      ],
    )
  })

  it('reads sizes in rem, several paddings, and no color where nothing is painted', () => {
    const { tokens } = createTheme({
      themeOptions: { typography: { fontSize: '1rem' }, loginBox: { boxStyle: { padding: '2rem 24px 0' } } },
      element: 'loginBox',
    })
    expect(tokens['--fe-font-size-m']).to.equal('16px')
    expect(tokens['--fe-box-padding']).to.equal('2rem 24px 0px')
    const exact = createTheme({
      themeOptions: {
        typography: { fontSize: '.875rem' },
        loginBox: { boxStyle: { padding: '0.9375rem 0.8125rem 1.0625em .5px' } },
      },
      element: 'loginBox',
    }).tokens
    expect(exact['--fe-font-size-m']).to.equal('14px')
    expect(exact['--fe-box-padding']).to.equal('0.9375rem 0.8125rem 1.0625em .5px')
    for (const nothing of ['transparent', 'rgba(255, 0, 0, 0)', 'oklch(0.7 0.2 120 / 0)', 'currentColor']) {
      expect(createTheme({ themeOptions: { palette: { primary: nothing } } }).tokens, nothing).to.deep.equal({})
    }
    const mixed = 'color-mix(in oklch, oklch(0.7 0.2 120) 50%, oklch(0.5 0.1 30) 40%)'
    expect(createTheme({ themeOptions: { palette: { primary: mixed } } }).tokens).to.not.deep.equal({})
  })

  it('is silent about keys that have an effect', () => {
    const loginBox = {
      logo: { image: '/logo.svg', alignment: 'center' },
      layout: { type: 'float-left', splitSize: 40 },
      inputTheme: { base: { borderColor: '#ccc' } },
      socialLogins: { socialLoginsLayout: { placement: 'top' } },
      signup: { disclaimer: { terms: { enabled: true } } },
    }
    expect(warningsOf({ mode: 'dark', palette: { primary: '#00f' }, spacing: 8, loginBox })).to.deep.equal([])
  })

  it('aligns the logo and floats the box according to the options', () => {
    const tokensOf = (loginBox: object) => createTheme({ themeOptions: { loginBox }, element: 'loginBox' }).tokens
    for (const alignment of ['left', 'center', 'right']) {
      expect(tokensOf({ logo: { alignment } })['--fe-logo-text-align']).to.equal(alignment)
    }
    expect(tokensOf({ logo: { alignment: 'url(x)' } })).to.deep.equal({})
    expect(tokensOf({ logo: { alignment: 'left', style: { textAlign: 'right' } } })).to.include({
      '--fe-logo-text-align': 'right',
    })
    expect(tokensOf({ layout: { type: 'float-left' } })).to.deep.equal({ '--fe-page-free-right': '50%' })
    expect(tokensOf({ layout: { type: 'float-right', splitSize: 40 } })).to.deep.equal({ '--fe-page-free-left': '60%' })
    expect(tokensOf({ layout: { type: 'float-right', splitSize: 'x' } })).to.deep.equal({
      '--fe-page-free-left': '50%',
    })
    expect(tokensOf({ layout: { type: 'center' } })).to.deep.equal({})
    expect(tokensOf({ layout: { type: 'diagonal', splitSize: 500 } })).to.deep.equal({})
  })

  it('logs one warning about unsupported options and continues', () => {
    const lines: string[] = []
    const themeOptions = {
      palette: { primary: '#0055ff' },
      loginBox: { boxStyle: { '&:hover': { color: 'red' } }, boxHeader: () => 'x' },
      customStyles: 'body{}',
    }
    const { tokens } = createTheme({ themeOptions, log: { warn: (line) => lines.push(line) } })
    expect(lines).to.deep.equal([
      'themeOptions: not supported and ignored: loginBox.boxStyle.&:hover, loginBox.boxHeader, customStyles',
    ])
    expect(tokens['--fe-color-accent']).to.match(/#0055ff/)
  })

  it('gives the host’s options precedence over the metadata, key by key', () => {
    const { tokens, direction } = createTheme({
      themeOptions: { palette: { primary: '#0055ff' } },
      metadataTheme: { palette: { primary: '#ff0000' }, direction: 'rtl', typography: { fontFamily: 'Inter' } },
    })
    expect(tokens['--fe-color-accent']).to.match(/#0055ff/)
    expect(tokens['--fe-font-family']).to.equal('"Inter"')
    expect(direction).to.equal('rtl')
  })

  it('ignores an invalid theme and keeps the defaults', () => {
    for (const themeOptions of [undefined, null, 7, 'x', [], () => 1]) {
      expect(Object.keys(createTheme({ themeOptions }).tokens)).to.deep.equal([])
    }
  })
})
