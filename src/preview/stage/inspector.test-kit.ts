import axe from 'axe-core'
import { expect } from 'chai'
import { applyLook, DESK, LOOKS, type Look, PHONE } from './looks.test-kit.ts'
import type { Portal } from './portal.test-kit.ts'

/** Rules of WCAG 2.2 at levels A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that depend on the page around an element. */
const OF_THE_PAGE = { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } }
/** Rules that depend on colors; all others have the same result in both schemes. */
export const BY_COLOR = ['color-contrast', 'link-in-text-block']

/** Elements that scroll within themselves: a table of two dimensions (WCAG 2.2, 1.4.10), and rows of tabs and steps. */
const SCROLLERS = '.fe-matrix, .fe-scroll-row'

export const endMotion = (root: ShadowRoot): void => {
  for (const one of root.getAnimations())
    if (one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) one.finish()
}

export const barriersOf = async (node: Element, only?: readonly string[]): Promise<string[]> => {
  const { violations } = await axe.run(node, {
    runOnly: only ? { type: 'rule', values: [...only] } : { type: 'tag', values: TAGS },
    ...(!only && { rules: OF_THE_PAGE }),
    resultTypes: ['violations'],
  })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((one) => `${one.html.slice(0, 200)} ${one.failureSummary}`).join(' | ')}`,
  )
}

/** Returns elements that scroll sideways unintentionally. */
export const sidewaysOf = (root: ShadowRoot): string[] =>
  [document.scrollingElement as Element, root.host, ...root.querySelectorAll('*')]
    .filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1)
    .filter(
      (node) =>
        node === document.scrollingElement ||
        (['auto', 'scroll'].includes(getComputedStyle(node).overflowX) && !node.matches(SCROLLERS)),
    )
    .map((node) => `${node.tagName}.${node.className} scrolls ${node.scrollWidth - node.clientWidth} px sideways`)

/** Distances that every text must bear (WCAG 2.2, 1.4.12). */
const SPACED = `* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }
p { margin-block-end: 2em !important }`

/** Fields scroll, and long values are truncated on purpose: the whole is shown on focus and hover. */
const TRUNCATED = 'input, .fe-truncated, .fe-truncate, .fe-social-row *'

const isCut = (node: Element): boolean => {
  const { overflowX, clipPath } = getComputedStyle(node)
  return ['hidden', 'clip'].includes(overflowX) && clipPath === 'none' && node.scrollWidth > node.clientWidth + 6
}

/** Returns elements that overflow when the user's own style sheet increases the spacing of all texts. */
export const spacedOutOf = (root: ShadowRoot): string[] => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SPACED)
  const before = root.adoptedStyleSheets
  root.adoptedStyleSheets = [...before, sheet]
  const cut = [...root.querySelectorAll('*')]
    .filter((node) => node.clientWidth > 2 && node.checkVisibility() && !node.matches(TRUNCATED) && isCut(node))
    .map((node) => `${node.tagName}.${node.className} is cut: ${node.textContent?.slice(0, 60)}`)
  const problems = [...sidewaysOf(root), ...cut].map((problem) => `with spaced texts, ${problem}`)
  root.adoptedStyleSheets = before
  return problems
}

/** Labels of steps that ask for a proof first, and of forms whose button names the result of saving. */
const OTHER_LABELS = /^(Continue|Text me a code|Save\b.*)$/

/** Returns an open dialog only, because the page below it was checked before. */
const subjectOf = (root: ShadowRoot): Element => [...root.querySelectorAll('dialog[open]')].at(-1) ?? root.host

/** Returns a question about removing data whose button doesn't repeat the question's words, such as "Delete Acme". */
const unnamedActionsOf = (dialog: Element): string[] => {
  const question = dialog.querySelector('.fe-dialog-title')?.textContent?.trim() ?? ''
  const label = dialog.querySelector('.fe-button-danger')?.textContent?.trim()
  if (!question.endsWith('?') || label === undefined || OTHER_LABELS.test(label)) return []
  const asked = question.slice(0, -1)
  const isNamed = label === asked || (label.includes(' ') && asked.startsWith(`${label} `))
  return isNamed ? [] : [`the button “${label}” doesn't name what “${question}” asks`]
}

/** Creates an inspector that checks every given state in each look and collects the problems; `end` reports them. */
export const createInspector = () => {
  const problems: string[] = []
  const seen: string[] = []
  const inspectLook = async (root: ShadowRoot, state: string, look: Look) => {
    await applyLook(look)
    endMotion(root)
    // The structure is the same in both schemes.
    const found = await barriersOf(subjectOf(root), look.scheme === 'dark' ? BY_COLOR : undefined)
    if (look === PHONE) found.push(...unnamedActionsOf(subjectOf(root)))
    if (look.width < 400) found.push(...sidewaysOf(root))
    if (look === PHONE) found.push(...spacedOutOf(root))
    problems.push(...found.map((problem) => `${state}, ${look.scheme}, ${look.width} px: ${problem}`))
  }
  return {
    seen,
    async look(state: string, { shadow }: Pick<Portal, 'shadow'>) {
      seen.push(state)
      for (const look of LOOKS) await inspectLook(shadow, state, look)
      await applyLook(DESK)
    },
    end(): void {
      expect(problems, `barriers in ${seen.length} states`).to.deep.equal([])
    },
  }
}

export type Inspector = ReturnType<typeof createInspector>
