import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../demo-host/scripts/project.mjs'

const SHADES = {
  '': 'Text in this meaning',
  soft: 'Ground behind text in this meaning',
  line: 'Border of a part in this meaning',
}

/** Returns the tokens for the three shades of a meaning. */
const meaning = (name, what) =>
  Object.fromEntries(
    Object.entries(SHADES).map(([shade, text]) => [
      `--fe-color-${name}${shade && `-${shade}`}`,
      text.replace('this meaning', `the color of ${what}`),
    ]),
  )

/** Returns the tokens of a filled button: its background in three states, and its border. */
const fill = (name, what) => ({
  [`--fe-color-${name}-fill`]: `Ground of ${what}`,
  [`--fe-color-${name}-fill-hover`]: `Ground of ${what} under the pointer`,
  [`--fe-color-${name}-fill-active`]: `Ground of ${what} while it is pressed`,
  [`--fe-color-${name}-fill-line`]: `Border of ${what}, for fills that are hard to see on the page`,
})

const steps = (prefix, what, names) =>
  Object.fromEntries(Object.entries(names).map(([name, size]) => [`${prefix}${name}`, `${what}: ${size}`]))

/** The meaning of every token. */
const MEANINGS = {
  '--fe-color-accent': 'Marks in your color: focus rings, checkboxes, the line below a tab',
  '--fe-color-accent-hover': 'Those marks under the pointer',
  '--fe-color-accent-strong': 'Links and other text in your color',
  '--fe-color-accent-soft': 'Ground of what is selected',
  '--fe-color-on-accent': 'Text on a mark',
  ...fill('accent', 'the main button'),
  '--fe-color-on-accent-fill': 'Text on the main button',
  '--fe-color-text': 'Text',
  '--fe-color-muted': 'Text of less weight, such as descriptions',
  '--fe-color-faint': 'Placeholders and hints',
  '--fe-color-bg': 'Ground of the page',
  '--fe-color-surface': 'Ground of boxes, cards and tables',
  '--fe-color-raised': 'Ground of menus and dialogs',
  '--fe-color-sunken': 'Ground of parts that lie deeper than their box',
  '--fe-color-hover': 'Ground of rows and quiet buttons under the pointer',
  '--fe-color-pressed': 'Ground of rows and quiet buttons while they are pressed',
  '--fe-color-line': 'Lines between rows and around boxes',
  '--fe-color-line-strong': 'Lines that separate more',
  '--fe-color-control': 'Borders of inputs, which have a contrast of 3:1',
  '--fe-color-scrim': 'The layer between the page and a dialog',
  ...meaning('danger', 'errors'),
  ...fill('danger', 'the button of an action that can’t be undone'),
  '--fe-color-on-danger': 'Text on the button of an action that can’t be undone',
  ...meaning('warning', 'warnings'),
  ...meaning('success', 'success'),
  ...meaning('info', 'information'),
  ...steps('--fe-space-', 'Distance between parts', {
    1: 'within a label',
    2: 'between an icon and its text',
    3: 'between related controls',
    4: 'between fields',
    5: 'inside of a small card',
    6: 'inside of a card',
    8: 'inside of the login box',
    10: 'between sections',
    12: 'between large sections',
  }),
  ...steps('--fe-radius-', 'Roundness of corners', {
    s: 'badges and checkboxes',
    m: 'buttons and inputs',
    l: 'cards and menus',
    xl: 'the login box and dialogs',
    full: 'avatars and pills',
  }),
  '--fe-font-family': 'Font of all texts; your page loads it',
  '--fe-font-mono': 'Font of codes, keys and secrets',
  ...steps('--fe-font-size-', 'Size of text', {
    xs: 'badges and hints',
    s: 'descriptions and table heads',
    m: 'text and controls',
    l: 'titles of cards',
    xl: 'titles of dialogs',
    '2xl': 'titles of pages',
  }),
  ...steps('--fe-font-weight-', 'Weight of text', { regular: 'text', medium: 'labels and buttons', bold: 'titles' }),
  '--fe-font-line': 'Height of a line, as a factor of the size of its text',
  '--fe-control-m': 'Height of controls in the portal',
  '--fe-control-l': 'Height of controls in the login box and on touch screens',
  ...steps('--fe-shadow-', 'Shadow', { 1: 'cards', 2: 'menus', 3: 'dialogs' }),
  '--fe-duration-fast': 'Duration of small changes, such as a hover; none with reduced motion',
  '--fe-duration-slow': 'Duration of larger changes, such as an opening dialog; none with reduced motion',
  '--fe-ease': 'Timing function of all changes',
}

/** Returns all tokens with their defaults, from the style sheet that declares them. */
export const themeTokens = () => {
  const sheet = readFileSync(join(root, 'src', 'theme', 'tokens.css'), 'utf8')
  const [standard = ''] = sheet.split('\n}')
  return [...standard.matchAll(/^\s*(--fe-[\w-]+):\s*([^;]+);/gm)].map(([, name, value]) => ({
    name,
    value: value.replace(/\s+/g, ' '),
    meaning: MEANINGS[name],
  }))
}

/** Returns meanings of tokens that don't exist. */
export const unusedMeanings = () => {
  const names = themeTokens().map(({ name }) => name)
  return Object.keys(MEANINGS).filter((name) => !names.includes(name))
}
