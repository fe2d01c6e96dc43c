import type { App } from '../../../app/app.ts'
import tokens from '../../../theme/tokens.css'
import type { Needs, Verdict } from '../decide.ts'
import { explainNeeds, type Line } from './lines.ts'
import panelCss from './panel.css'

const create = (name: string, ...children: (Node | string)[]): HTMLElement => {
  const element = document.createElement(name)
  element.append(...children)
  return element
}

/** Returns text elements, with `code` for words between backticks. */
const prose = (text: string): HTMLElement =>
  create('span', ...text.split('`').map((part, at) => (at % 2 ? create('code', part) : part)))

const MARKS = { true: ['✓', 'holds'], false: ['✗', 'does not hold'], undefined: ['·', ''] } as const

const mark = (holds: boolean | undefined): HTMLElement => {
  const [sign, words] = MARKS[String(holds) as keyof typeof MARKS]
  const element = create('span', sign)
  element.className = 'mark'
  element.dataset.holds = String(holds)
  if (words) {
    element.setAttribute('role', 'img')
    element.setAttribute('aria-label', words)
  } else element.setAttribute('aria-hidden', 'true')
  return element
}

const list = (lines: readonly Line[]): HTMLElement =>
  create(
    'ul',
    ...lines.map(({ text, holds, inner }) =>
      create('li', create('span', mark(holds), prose(text)), ...(inner.length ? [list(inner)] : [])),
    ),
  )

const dot = (isOpen: boolean): HTMLElement => {
  const element = create('span')
  element.className = 'dot'
  if (isOpen) element.dataset.open = ''
  return element
}

const sheetOf = (css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Creates a disclosure that shows developers why this gate is open or closed; it stays open while it is updated. */
export const createPanel = (needs: () => Needs) => {
  const element = create('div')
  element.setAttribute('part', 'explain')
  const shadow = element.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheetOf(tokens), sheetOf(panelCss)]
  const fold = document.createElement('details')
  shadow.append(fold)
  return {
    element,
    update(app: App, { state }: Verdict) {
      const isOpen = state === 'open'
      const title = create('summary', dot(isOpen), isOpen ? 'Why is this open?' : 'Why is this closed?')
      fold.replaceChildren(title, list(explainNeeds(app, needs())))
    },
  }
}
