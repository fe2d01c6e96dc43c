import type { App } from '../../../app/app.ts'
import { type Explanation, explain, type Giver, giversOf } from '../../../app/entitlements/explain.ts'
import type {
  ConditionExplained,
  FeatureExplained,
  GroupExplained,
  RuleExplained,
  TargetingExplained,
} from '../../../entitlements/explain.ts'
import { hasPermission, satisfies } from '../../../rules/access.ts'
import { holdsPermission } from '../../../rules/permission.ts'
import tokens from '../../../theme/tokens.css'
import { adoptStyles } from '../adopt-styles.ts'
import type { Needs, Verdict } from '../decide.ts'
import panelCss from './panel.css'

/** One line of the explanation; words between backticks are keys and values. */
export interface Line {
  holds?: boolean
  text: string
  inner: Line[]
}

const line = (text: string, holds?: boolean, inner: Line[] = []): Line => ({ text, holds, inner })

const shown = (value: unknown): string => {
  if (value === undefined) return 'not set'
  return value instanceof Date ? `\`${value.toISOString()}\`` : `\`${JSON.stringify(value)}\``
}

const payloadOf = (value: object): string => {
  const parts = Object.entries(value ?? {}).map(([, part]) => (typeof part === 'string' ? part : JSON.stringify(part)))
  return parts.join(' and ')
}

const conditionLine = ({ attribute, op, value, negate, given, holds }: ConditionExplained): Line =>
  line(
    `\`${attribute}\` ${negate ? 'not ' : ''}${op.replaceAll('_', ' ')} \`${payloadOf(value)}\`; it is ${shown(given)}`,
    holds,
  )

const ANY = ', any one of these is enough'

const itemLine = (item: ConditionExplained | GroupExplained): Line =>
  'logic' in item
    ? line(item.logic === 'or' ? 'any of' : 'all of', item.holds, item.conditions.map(itemLine))
    : conditionLine(item)

const ruleLine = ({ matches, treatment, logic, conditions }: RuleExplained, at: number): Line =>
  line(
    `rule ${at + 1} ${matches ? `matches and says \`${treatment}\`` : 'does not match'}${logic === 'or' ? ANY : ''}`,
    matches,
    conditions.map(itemLine),
  )

const decidedBy = ({ rules }: TargetingExplained): string =>
  rules.at(-1)?.matches ? `rule ${rules.length}` : 'its default'

const targetingLine = (what: string, targeting: TargetingExplained): Line => {
  const { treatment, rules } = targeting
  const text =
    treatment === undefined ? `${what}: unknown` : `${what} says \`${treatment}\`, by ${decidedBy(targeting)}`
  return line(text, treatment === 'true', rules.map(ruleLine))
}

const DIRECT = {
  granted: 'bought, and not expired',
  expired: 'bought, but expired',
  none: 'not bought',
} as const

const featureLine = ({ key, direct, flag, plans }: FeatureExplained): Line => {
  if (!direct) return line(`feature \`${key}\` is unknown`, false)
  const inner = [line(DIRECT[direct], direct === 'granted')]
  if (flag)
    inner.push(
      flag.on
        ? targetingLine('its flag', flag)
        : line(`its flag is off and says \`${flag.treatment}\``, flag.treatment === 'true'),
    )
  for (const plan of plans) inner.push(targetingLine(`plan \`${plan.id}\``, plan))
  return line(
    `feature \`${key}\``,
    inner.some(({ holds }) => holds),
    inner,
  )
}

const resultOf = ({ result }: Explanation): string => (result.isEntitled ? 'entitled' : String(result.justification))

const featureNeed = (app: App, key: string, custom: Needs['custom']): Line => {
  const explanation = explain(app, { feature: key }, custom)
  const said = `feature \`${key}\`: ${resultOf(explanation)}`
  if (explanation.decidedByServer) {
    const { entitlementsOptions } = app.options
    return line(said, explanation.result.isEntitled, [
      line(
        entitlementsOptions?.enabled ? 'the server has decided, or nothing is loaded' : 'entitlements are not enabled',
      ),
    ])
  }
  return line(
    said,
    explanation.result.isEntitled,
    explanation.features.flatMap((feature) => featureLine(feature).inner),
  )
}

const giverLine = ({ role, groups }: Giver): Line =>
  line(
    groups.length
      ? `by role \`${role}\`, from group ${groups.map((name) => `\`${name}\``).join(', ')}`
      : `by role \`${role}\``,
  )

const permissionNeed = (app: App, key: string, custom: Needs['custom']): Line => {
  const { user } = app.store.getState().session
  const inner: Line[] = []
  if (user?.superUser) inner.push(line('a super user holds every permission', true))
  const heldBy = user?.permissions?.map((permission) => permission.key).find((held) => holdsPermission([held], key))
  if (heldBy !== undefined) inner.push(line(`held as \`${heldBy}\``, true, giversOf(user, heldBy).map(giverLine)))
  const { features, ...explanation } = explain(app, { permission: key }, custom)
  if (features.length) {
    const said = `with its features the engine says ${resultOf({ features, ...explanation })}; this gate asks for the key alone`
    inner.push(line(said, explanation.result.isEntitled, features.map(featureLine)))
  }
  const holds = hasPermission(user, key)
  return line(`permission \`${key}\`: ${holds ? 'held' : 'not held'}`, holds, inner)
}

const roleNeed = (app: App, key: string): Line => {
  const { user } = app.store.getState().session
  const holds = satisfies(user, { roles: [key] })
  const held = (user?.roles ?? []).map((role) => `\`${role.key}\``).join(', ')
  const why = user?.superUser ? 'a super user has every role' : `roles of this user: ${held || 'none'}`
  return line(`role \`${key}\`: ${holds ? 'held' : 'not held'}`, holds, [line(why)])
}

/** Explains why a gate is open or closed: one line per requirement, with its reasons below it. */
export const explainNeeds = (app: App, { permissions, roles, features, custom }: Needs): Line[] => {
  const { user } = app.store.getState().session
  if (!user) return [line('no one is signed in', false)]
  const lines = [
    ...(permissions ?? []).map((key) => permissionNeed(app, key, custom)),
    ...(roles ?? []).map((key) => roleNeed(app, key)),
    ...(features ?? []).map((key) => featureNeed(app, key, custom)),
  ]
  if (lines.length) return lines
  const asksForNothing = !permissions && !roles && !features
  return [
    line(asksForNothing ? `signed in as \`${user.email}\`` : 'an attribute is there but names nothing', asksForNothing),
  ]
}

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

/** Creates a disclosure that shows developers why this gate is open or closed; it stays open while it is updated. */
export const createPanel = (needs: () => Needs) => {
  const element = create('div')
  element.setAttribute('part', 'explain')
  const shadow = element.attachShadow({ mode: 'open' })
  const fold = document.createElement('details')
  shadow.append(fold)
  return {
    element,
    update(app: App, { state }: Verdict) {
      // The panel is in its document only now.
      adoptStyles(shadow, tokens, panelCss)
      const isOpen = state === 'open'
      const title = create('summary', dot(isOpen), isOpen ? 'Why is this open?' : 'Why is this closed?')
      fold.replaceChildren(title, list(explainNeeds(app, needs())))
    },
  }
}
