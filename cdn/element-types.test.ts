import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type {} from '../src/elements/element-types.ts'
import { ATTRIBUTES } from '../src/elements/setup/find-markup-faults.ts'
// @ts-expect-error plain JavaScript of the release tool
import { customElementsManifest } from './custom-elements.mjs'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const literals = (text: string) => [...text.matchAll(/^ {2}\| '([^']+)'$/gm)].map(([, name]) => name)

test('editors offer the page names of the portal', () => {
  const slugs = readdirSync(new URL('../src/pages', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => /slug: '([^']+)'/.exec(read(`src/pages/${name}/index.ts`))?.[1])
  assert.deepEqual(literals(read('src/navigation/portal-page-name.ts')).toSorted(), slugs.toSorted())
})

test('editors offer the theme tokens of the style sheet', () => {
  const tokens = [...read('src/theme/tokens.css').matchAll(/^\s+(--fe-[\w-]+):/gm)].map(([, name]) => name)
  assert.deepEqual(literals(read('src/theme/theme-token.ts')), [...new Set(tokens)])
})

test('Svelte templates accept listeners for the existing events, with their details', () => {
  type Box = svelteHTML.IntrinsicElements['fe-login-box']
  const right: Box = { 'onfe-sign-in': ({ detail }) => detail.email, class: 'wide', 'data-test': '1' }
  // @ts-expect-error the detail has no such field
  const wrong: Box = { 'onfe-sign-in': ({ detail }) => detail.emial }
  assert.deepEqual(Object.keys(right).slice(0, 1), Object.keys(wrong))
})

interface Declared {
  tagName: string
  attributes: { name: string }[]
  members?: { name: string }[]
  events: { name: string }[]
  cssParts?: { name: string; description?: string }[]
  cssProperties?: { name: string; default: string; description?: string }[]
}
const declared = customElementsManifest().modules[0]?.declarations as Declared[]
const toAttribute = (prop: string) => prop.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

test('the manifest of the elements has the attributes and properties that the classes have', () => {
  const define = read('src/elements/define.ts')
  const app = /const APP = \{([^}]*)\}/.exec(define)?.[1] ?? ''
  const opened = /const OPENED = \{([^}]*)\}/.exec(define)?.[1] ?? ''
  const portal = /createElementClass\(AdminPortal, \{([^}]*)\}/.exec(define)?.[1] ?? ''
  const checkout = /createElementClass\(Checkout, \{([^}]*)\}/.exec(define)?.[1] ?? ''
  const propsIn = (text: string) => [...text.matchAll(/(\w+): '(?:string|boolean)'/g)].map(([, name]) => name ?? '')
  const expected: Record<string, string[]> = {
    'fe-login-box': propsIn(app),
    'fe-admin-portal': [...propsIn(app), ...propsIn(opened), ...propsIn(portal)],
    'fe-checkout': [...propsIn(app), ...propsIn(opened), ...propsIn(checkout)],
    'fe-pricing-table': propsIn(app),
  }
  for (const [tag, props] of Object.entries(expected)) {
    const element = declared.find(({ tagName }) => tagName === tag)
    assert.deepEqual(
      element?.attributes.map(({ name }) => name),
      props.map(toAttribute),
      tag,
    )
    assert.deepEqual(
      element?.members?.map(({ name }) => name),
      props,
      tag,
    )
  }
})

test('an attribute in the manifest is never mistaken for a misspelled one', () => {
  for (const [tag, known] of Object.entries(ATTRIBUTES)) {
    const names = declared.find(({ tagName }) => tagName === tag)?.attributes.map(({ name }) => name) ?? []
    assert.deepEqual(known.toSorted(), names.toSorted(), tag)
  }
  assert.deepEqual(Object.keys(ATTRIBUTES).toSorted(), declared.map(({ tagName }) => tagName).toSorted())
})

test('the manifest has the attributes that a gate reads', () => {
  const typed = [...read('src/elements/gate/gate-attributes.ts').matchAll(/^ {2}'?([\w-]+)'?\?:/gm)].map(
    ([, name]) => name,
  )
  const gate = declared.find(({ tagName }) => tagName === 'fe-gate')
  assert.deepEqual(
    gate?.attributes.map(({ name }) => name),
    typed,
  )
})

test('the manifest has every event that the elements raise', () => {
  const source = read('src/elements/event-map.ts')
  const actions = [...source.matchAll(/^ {2}'?([\w-]+)'?: \{ \w|^ {2}'([\w-]+)': Record/gm)].map(
    (match) => match[1] ?? match[2],
  )
  const named = new Set(declared.flatMap(({ events }) => events.map(({ name }) => name)))
  for (const action of actions) {
    assert.ok(named.has(`fe-${action}`), `fe-${action}`)
    assert.ok(named.has(`fe-before-${action}`), `fe-before-${action}`)
  }
  const records = [...read('src/feature/page-facts.ts').matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, name]) => name)
  assert.ok(records.length > 0 && actions.length > 0)
  for (const record of records) assert.ok(named.has(`fe-before-delete-${record}`), record ?? '')
  for (const [, name] of source.matchAll(/^ {2}'(fe-[\w-]+)': CustomEvent/gm))
    assert.ok(named.has(name ?? ''), name ?? '')
})

test('the manifest has every part that a style sheet of a host can reach, with its meaning', () => {
  const views = readdirSync(new URL('../src', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^gallery\//.test(path))
    .map((path) => read(`src/${path}`))
    .join('\n')
  const drawn = [...views.matchAll(/\bpart=["{`]+([\w -]+)/g)].flatMap(([, names = '']) => names.split(' '))
  const kinds = /^button-/
  const listed = declared.flatMap(({ cssParts = [] }) => cssParts)
  const gate = ['message', 'explain']
  assert.deepEqual(
    [...new Set(listed.map(({ name }) => name))].toSorted(),
    [...new Set([...drawn.filter((name) => !kinds.test(name)), ...gate])].toSorted(),
  )
  assert.deepEqual(
    listed.filter(({ description }) => !description),
    [],
  )
})

test('the manifest has every theme token, with its default and meaning, for the elements that use it', () => {
  for (const { tagName, cssProperties = [] } of declared.filter(({ tagName }) => tagName !== 'fe-gate')) {
    assert.deepEqual(
      cssProperties.map(({ name }) => name),
      literals(read('src/theme/theme-token.ts')),
      tagName,
    )
    assert.ok(cssProperties.every(({ default: value, description }) => value && description))
  }
})
