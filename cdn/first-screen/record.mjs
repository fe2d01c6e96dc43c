// Records the first screen of the login box as React renders it, and prints it as JSON. Runs in a process of its own,
// because it provides the globals of a browser.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { Window } from 'happy-dom'
import { root } from '../../demo-host/scripts/project.mjs'
import { cssTextForEsbuild } from '../css-text.mjs'

/** A URL that is not a route of the login box, so that the box is rendered where the page placed it. */
const PAGE = 'https://host.test/page'
/** React generates these IDs, which differ from build to build. */
const GENERATED_ID = /fe-\w+?_r_\w+?_/g

class RecordedSheet {
  text = ''
  replaceSync(text) {
    this.text = text
  }
}

/** Style sheets are recorded as they were given, not as a browser serializes them. */
const recordSheets = (target) =>
  Object.defineProperty(target, 'adoptedStyleSheets', {
    configurable: true,
    get() {
      return this.recordedSheets ?? []
    },
    set(sheets) {
      this.recordedSheets = sheets
    },
  })

const provideBrowser = () => {
  const window = new Window({ url: PAGE })
  const own = { window: globalThis, self: globalThis, parent: globalThis, origin: new URL(PAGE).origin }
  const simple = { CSSStyleSheet: RecordedSheet, CSS: { supports: () => true } }
  for (const key of Object.getOwnPropertyNames(window)) {
    if (key in globalThis && !['navigator', 'Event', 'CustomEvent', 'EventTarget'].includes(key)) continue
    const value = window[key]
    const isMethod = typeof value === 'function' && !/^[A-Z]/.test(key)
    Object.defineProperty(globalThis, key, {
      configurable: true,
      writable: true,
      value: isMethod ? value.bind(window) : value,
    })
  }
  Object.assign(globalThis, own, simple)
  recordSheets(window.ShadowRoot.prototype)
  recordSheets(window.document)
  // The elements are defined in browsers that have popovers.
  if (!('popover' in window.HTMLElement.prototype)) window.HTMLElement.prototype.popover = null
}

const bundlePage = async (folder) => {
  const outfile = join(folder, 'page.mjs')
  await build({
    entryPoints: [join(root, 'cdn', 'first-screen', 'page.ts')],
    bundle: true,
    format: 'esm',
    outfile,
    plugins: [cssTextForEsbuild],
    define: { 'process.env.NODE_ENV': '"production"', __FE_VERSION__: '"0.0.0"' },
    jsx: 'automatic',
    tsconfig: join(root, 'tsconfig.json'),
    logLevel: 'error',
  })
  return import(pathToFileURL(outfile).href)
}

const toNode = (node, firstId) => {
  if (node.nodeType === 3) return node.data
  const attributes = [...node.attributes].map(({ name, value }) => [name, value.replace(GENERATED_ID, firstId)])
  return [node.localName, Object.fromEntries(attributes), [...node.childNodes].map((child) => toNode(child, firstId))]
}

const textsOf = (target) => target.adoptedStyleSheets.map(({ text }) => text)

/** @throws Error that quotes the first sheet which React adopts and src/first-screen/sheets.ts lacks, or the reverse */
const compareSheets = (adopted, listed, place) => {
  const at = adopted.findIndex((text, index) => text !== listed[index])
  const wrong = at < 0 ? listed[adopted.length] : adopted[at]
  if (wrong !== undefined)
    throw new Error(
      `src/first-screen/sheets.ts differs from what React adopts for the ${place}, at: ${wrong.slice(0, 200)}`,
    )
}

const record = async (folder) => {
  const { drawFirstScreen } = await bundlePage(folder)
  const { host, firstId, sheets } = await drawFirstScreen()
  const [card] = host.shadowRoot.children
  const [fields] = host.children
  const [shadow, light] = [toNode(card, firstId), toNode(fields, firstId)]
  compareSheets(textsOf(host.shadowRoot), sheets.shadow, 'card')
  fields.querySelector('input').value = 'ada@acme.test'
  const form = fields.querySelector('form')
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await Promise.resolve()
  const busy = fields.querySelector('.fe-button-wait')
  if (!busy) throw new Error('The first screen was not recorded: its button is not busy after a submit')
  compareSheets(textsOf(document), sheets.light, 'form')
  return { shadow, light, busy: toNode(busy, firstId) }
}

const folder = await mkdtemp(join(tmpdir(), 'first-screen-'))
try {
  provideBrowser()
  process.stdout.write(JSON.stringify(await record(folder)))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
