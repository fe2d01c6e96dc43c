import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const filesOf = (ending: string) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }))

const sheets = filesOf('.css')

/** Returns the declarations of the first rule with exactly this selector. */
const ruleOf = (selector: string): string => {
  const found = sheets.flatMap(({ text }) => text.split('}').filter((rule) => rule.split('{')[0]?.trim() === selector))
  assert.equal(found.length, 1, selector)
  return found[0] ?? ''
}

test('an underline and its color are set by two properties', () => {
  // WebKit ignores a color in the `text-decoration` shorthand: it drops the declaration, and links stay underlined.
  for (const { path, text } of sheets)
    assert.doesNotMatch(text, /text-decoration:[^;]*\s(transparent|currentcolor)/, path)
})

test('a popover is as tall as its content in WebKit too', () => {
  // WebKit resolves the `fit-content` height of a popover against its insets, which is the whole window.
  for (const popover of ['.fe-toasts', '.fe-popover', '.fe-tooltip'])
    assert.match(ruleOf(popover), /\n {2}height: auto;/)
})

test('all elements with a popover attribute are known above', () => {
  const classes = filesOf('.tsx').flatMap(({ text }) =>
    [...text.matchAll(/popover="\w+"[^>]*?className="([\w-]+)/g)].map(([, name]) => name),
  )
  assert.deepEqual([...new Set(classes)].sort(), ['fe-popover', 'fe-toasts', 'fe-tooltip'])
})
