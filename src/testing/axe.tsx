import axe from 'axe-core'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules for a whole page, which a part of one can't meet alone. */
const PAGE_RULES = ['region', 'page-has-heading-one', 'landmark-one-main', 'bypass', 'document-title', 'html-has-lang']

const describe = ({ id, nodes }: axe.Result): string =>
  `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} (${node.failureSummary?.replace(/\s+/g, ' ')})`).join(' | ')}`

const ends = (one: Animation): boolean => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY

/** Finishes animations, because half-faded text has half its contrast. */
const settleMotion = (node: Element): void => {
  const animations = [node, ...(node.shadowRoot?.children ?? [])].flatMap((one) => one.getAnimations({ subtree: true }))
  for (const one of animations.filter(ends)) one.finish()
}

/** Asserts that the content of `node`, including shadow roots, meets all WCAG 2.2 A and AA rules. */
export const expectNoAxeViolations = async (node: Element): Promise<void> => {
  settleMotion(node)
  const { violations } = await axe.run(node, {
    runOnly: { type: 'tag', values: RULES },
    rules: Object.fromEntries(PAGE_RULES.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  })
  if (violations.length > 0) throw new Error(violations.map(describe).join('\n'))
}
