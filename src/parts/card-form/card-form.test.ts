import { expect } from 'chai'
import base from '../../theme/base.css'
import tokens from '../../theme/tokens.css'
import css from '../billing/billing.css'
import { openCardForm } from './card-form.ts'

interface Look {
  style: { base: { color: string; '::placeholder': { color: string } }; invalid: { color: string } }
}

const colorsOf = ({ style: { base, invalid } }: Look) => [base.color, base['::placeholder'].color, invalid.color]

const sheetOf = (text: string) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

describe('the payment provider’s card form', () => {
  const page = globalThis as { Stripe?: unknown }
  let made: Look[] = []
  const listeners = new Map<string, () => void>()
  let updated: (look: Look) => void = () => undefined

  beforeEach(() => {
    made = []
    document.adoptedStyleSheets = [sheetOf(tokens), sheetOf(base), sheetOf(css)]
    const create = (_type: string, look: Look) => {
      made.push(look)
      const on = (type: string, run: () => void) => listeners.set(type, run)
      return { mount: () => undefined, destroy: () => undefined, update: (next: Look) => updated(next), on }
    }
    page.Stripe = () => ({ elements: () => ({ create }) })
  })

  afterEach(() => {
    Reflect.deleteProperty(page, 'Stripe')
    document.adoptedStyleSheets = []
    document.body.replaceChildren()
  })

  const open = async (scheme: 'light' | 'dark') => {
    const root = document.body.appendChild(document.createElement('div'))
    root.className = 'fe-root'
    root.dataset.scheme = scheme
    const box = root.appendChild(document.createElement('div'))
    box.className = 'fe-billing-card'
    const place = box.appendChild(document.createElement('div'))
    return { root, box, form: await openCardForm(place, { publishableKey: 'pk', secret: 'seti' }) }
  }

  it('has the colors of the page, which its frame can’t read from style sheets', async () => {
    await open('light')
    await open('dark')
    const [light = [], dark = []] = made.map(colorsOf)
    for (const color of [...light, ...dark]) expect(color).to.match(/^rgb\(/)
    expect(new Set([...light, ...dark]).size).to.equal(6)
  })

  it('follows a change of the color scheme', async () => {
    const next = new Promise<Look>((resolve) => {
      updated = resolve
    })
    const { root } = await open('light')
    root.dataset.scheme = 'dark'
    const changed = colorsOf(await next)
    await open('dark')
    expect(changed).to.deep.equal(made[1] && colorsOf(made[1]))
  })

  it('shows that it has the focus, as other inputs do', async () => {
    const { box } = await open('light')
    const outline = () => getComputedStyle(box).outlineStyle
    const before = outline()
    listeners.get('focus')?.()
    const focused = outline()
    listeners.get('blur')?.()
    expect([before, focused, outline()]).to.deep.equal(['none', 'solid', 'none'])
  })
})
