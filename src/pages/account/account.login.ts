import type { AdminBoxAction, AdminBoxMetadata } from '../../entities/portal.ts'
import type { JsonValue } from '../../entities/wire.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { safeMerge } from '../../kernel/safe-merge.ts'
import { contrast, parseColor } from '../../theme/color.ts'

/** Values that an account can change in its login box. */
export interface LoginDraft {
  /** URL, or `data:` URL of a new picture. */
  logo: string
  /** Color of buttons and links. */
  main: string
  /** Color of the text on buttons. */
  contrastText: string
  placement: string
}

type Tree = { [key: string]: JsonValue }

const at = (tree: unknown, path: string): string => {
  const value = path.split('.').reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), tree)
  return typeof value === 'string' ? value : ''
}

const LOGO = 'logo.image'
const MAIN = 'palette.primary.main'
const CONTRAST = 'palette.primary.contrastText'
const PLACEMENT = 'socialLogins.socialLoginsLayout.placement'

export const toLoginDraft = ({ configuration }: AdminBoxMetadata): LoginDraft => {
  const box = configuration.themeV2?.loginBox
  return { logo: at(box, LOGO), main: at(box, MAIN), contrastText: at(box, CONTRAST), placement: at(box, PLACEMENT) }
}

export const isSameLogin = (one: LoginDraft, other: LoginDraft): boolean =>
  one.logo === other.logo &&
  one.main.trim() === other.main.trim() &&
  one.contrastText.trim() === other.contrastText.trim() &&
  one.placement === other.placement

export const isColor = (text: string): boolean =>
  text.trim() === '' || /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())

/** WCAG 2.2, success criterion 1.4.3, for text of normal size. */
const READABLE = 4.5

/**
 * Returns the contrast of button and text to one decimal if it is too low. Without a text color a readable one is used.
 */
export const lowContrast = ({ main, contrastText }: Pick<LoginDraft, 'main' | 'contrastText'>): string | undefined => {
  const [fill, text] = [parseColor(main.trim()), parseColor(contrastText.trim())]
  const ratio = fill && text ? contrast(fill, text) : READABLE
  return ratio < READABLE ? ratio.toFixed(1) : undefined
}

/** Converts each leaf into an action whose type is its path joined by `/`. */
export const toActions = (tree: Tree, path: readonly string[] = []): AdminBoxAction[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    isRecord(value) ? toActions(value as Tree, [...path, key]) : [{ type: [...path, key].join('/'), payload: value }],
  )

const grown = (path: string, value: string): Tree =>
  path.split('.').reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value) as Tree

/** Converts the draft into login box options. Values that can't be used, such as incomplete colors, are left out. */
export const toLoginBox = ({ logo, main, contrastText, placement }: LoginDraft): Tree => {
  const color = (text: string) => (isColor(text) ? text.trim() : '')
  const leaves = [
    [LOGO, logo],
    [MAIN, color(main)],
    [CONTRAST, color(contrastText)],
    [PLACEMENT, placement],
  ] as const
  return leaves.reduce<Tree>((tree, [path, value]) => (value ? safeMerge(tree, grown(path, value)) : tree), {})
}

/** Returns the actions for the values that differ. */
export const loginActions = (before: LoginDraft, draft: LoginDraft): AdminBoxAction[] => {
  const changes: [string, string, string][] = [
    [LOGO, before.logo, draft.logo],
    [MAIN, before.main, draft.main.trim()],
    [CONTRAST, before.contrastText, draft.contrastText.trim()],
    [PLACEMENT, before.placement, draft.placement],
  ]
  return changes
    .filter(([, old, now]) => old !== now)
    .flatMap(([path, , now]) => toActions({ loginBox: grown(path, now) }))
}
