import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'

const ENTRY = 'fe.esm.js'
const OWN_ENTRY = 'fe.tag.js'
const CORE = 'core.js'

interface FakeElement {
  tag: string
  type?: string
  rel?: string
  href?: string
  textContent?: string
}

interface Loader {
  init(options: object): object
  ready(): Promise<object>
}

let code = ''

/** Runs the loader in a page that is still being parsed; the loader sees only these parts of it. */
const openPage = ({ takesMoreMaps = true, hostMap = false, refusesPolicies = false }) => {
  const head: FakeElement[] = []
  const listeners: (() => void)[] = []
  const isMap = (element: FakeElement) => element.type === 'importmap'
  const document = {
    readyState: 'loading',
    currentScript: { src: 'https://cdn.test/1.0.0/fe.umd.js', nonce: '' },
    createElement: (tag: string): FakeElement => ({ tag }),
    querySelector: () => head.find(isMap) ?? null,
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
    head: { append: (element: FakeElement) => void head.push(element) },
  }
  const page: Record<string, unknown> = {
    document,
    URL,
    CSS: { supports: () => takesMoreMaps },
    // The loader's modules can't be loaded here, and the test doesn't wait for another attempt.
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    console: { error: () => undefined },
    CustomEvent: class {},
    dispatchEvent: () => true,
    ...(refusesPolicies && {
      trustedTypes: {
        createPolicy: () => {
          throw new TypeError('Policy "front-entry" disallowed.')
        },
      },
    }),
  }
  const context = createContext(page)
  if (takesMoreMaps) page.Iterator = class {}
  else runInContext('delete globalThis.Iterator', context)
  runInContext(code, context)
  const parse = async () => {
    if (hostMap) head.push({ tag: 'script', type: 'importmap' })
    for (const listener of listeners) listener()
    await new Promise(setImmediate)
  }
  const mapped = () => JSON.parse(head.find(isMap)?.textContent ?? '{}').imports
  const preloads = () => head.flatMap(({ href }) => href?.replace('https://cdn.test/1.0.0/', '') ?? [])
  const sheets = () => String(runInContext(`globalThis[Symbol.for('fe.sheets.1.0.0')]`, context))
  return { fe: page.fe as Loader, sheets, parse, maps: () => head.filter(isMap).length, preloads, mapped }
}

describe('The script tag’s loader', () => {
  before(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../src/umd.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'iife',
      logLevel: 'error',
      loader: { '.css': 'text' },
      define: {
        __FE_VERSION__: '"1.0.0"',
        __FE_CHUNKS__: '["","",""]',
        __FE_PRELOAD__: '[["fe.tag.js","hash"],["fe.esm.js","hash"],["core.js","hash"]]',
        __FE_OWN_ENTRY__: '"fe.tag.js"',
        __FE_FIRST_SCREEN__: '[]',
        'import.meta.url': '""',
      },
    })
    code = outputFiles[0]?.text ?? ''
  })

  it('is there on a page whose policy doesn’t list ours, and says what to add', async () => {
    const { fe } = openPage({ refusesPolicies: true })
    assert.equal(typeof fe.init, 'function')
    await assert.rejects(fe.ready(), /Add 'front-entry' to trusted-types in the page's Content Security Policy/)
  })

  it('guards its modules at once where a page can have several import maps', () => {
    const { maps, preloads } = openPage({})
    assert.deepEqual([maps(), preloads()], [1, [OWN_ENTRY, CORE]])
  })

  it('gives chunks the entry without its own sheets, and leaves those on the page', () => {
    const { mapped, sheets } = openPage({})
    assert.deepEqual(mapped(), { 'https://cdn.test/1.0.0/fe.esm.js': 'https://cdn.test/1.0.0/fe.tag.js' })
    assert.match(sheets(), /--fe-color-accent/)
  })

  it('leaves the only import map of a page to its host, and loads no module before it', async () => {
    const { parse, maps, preloads } = openPage({ takesMoreMaps: false, hostMap: true })
    assert.deepEqual([maps(), preloads()], [0, []])
    await parse()
    assert.deepEqual([maps(), preloads()], [1, [ENTRY, CORE]])
  })

  it('uses the only import map if the host has none once the page is parsed', async () => {
    const { parse, maps, preloads, mapped } = openPage({ takesMoreMaps: false })
    assert.deepEqual([maps(), preloads()], [0, []])
    await parse()
    // The browser may refuse this map, and then chunks import the entry of all pages.
    assert.deepEqual([maps(), preloads(), mapped()], [1, [ENTRY, CORE], undefined])
  })
})
