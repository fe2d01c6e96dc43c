import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { By, Found, Point } from './by.ts'
import type { Actions, Json, Tab } from './tab.ts'

const PATIENCE_MS = 15_000
const PAUSE_MS = 50

/** Keys by name, in the encoding of the WebDriver standard. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Left: '\uE012',
  Right: '\uE014',
  Down: '\uE015',
  Delete: '\uE017',
} as const

type Key = keyof typeof KEYS

const finderText = async (): Promise<string> => {
  const entry = fileURLToPath(new URL('finder.page.ts', import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    minify: true,
  })
  return outputFiles[0]?.text ?? ''
}

let finder: Promise<string> | undefined

const keyDown = (value: string): Json => ({ type: 'keyDown', value })
const keyUp = (value: string): Json => ({ type: 'keyUp', value })
const stroke = (value: string): Json[] => [keyDown(value), keyUp(value)]
const keys = (actions: Json[]): Actions => [{ type: 'key', id: 'keyboard', actions }]

/** Error messages of browsers when a page was left while it was read. */
const LEFT = /before the unload event|no such frame|destroyed|discarded|navigat/i

/** Returns `undefined` if the page was left meanwhile; the caller then reads the next page. */
const unlessLeft = <Result>(reading: Promise<Result>): Promise<Result | undefined> =>
  reading.catch((error: unknown) => {
    if (LEFT.test(String(error))) return undefined
    throw error
  })

/** Creates a user's view of a tab; every step waits for the elements that it needs. */
export const pageOf = (tab: Tab) => {
  const ask = async (expression: string, args: readonly Json[]) => {
    finder ??= finderText()
    // Firefox may keep the window when a page is replaced; an installed finder would then search the old document.
    const install = `if (globalThis.engineFinder?.document !== document) { ${await finder} }`
    return tab.call(`async (...args) => { ${install}; return (${expression})(...args) }`, args)
  }
  const look = async (by: By) => (await ask('engineFinder.look', [by as unknown as Json])) as Found
  const until = async (what: string, by: By, holds: (found: Found) => boolean): Promise<Found> => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const found = await unlessLeft(look(by))
      if (found && holds(found)) return found
      if (Date.now() > end)
        throw new Error(
          `${what}: ${JSON.stringify(by)}; there are ${found?.count}: ${found?.texts.join(' | ').slice(0, 300)}`,
        )
      await wait(PAUSE_MS)
    }
  }
  const pointOf = async (by: By) => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const point = (await unlessLeft(ask('engineFinder.pointAt', [by as unknown as Json]))) as Point | undefined
      if (point && 'x' in point) return point
      if (Date.now() > end) throw new Error(`Can't click ${JSON.stringify(by)}: ${point?.problem}`)
      await wait(PAUSE_MS)
    }
  }
  const press = async (key: Key) => tab.perform(keys(stroke(KEYS[key])))
  const click = async (by: By) => {
    const { x, y } = await pointOf(by)
    const move: Json = { type: 'pointerMove', x, y, duration: 0 }
    const actions: Json[] = [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
    await tab.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
  const type = async (text: string) => tab.perform(keys([...text].flatMap(stroke)))
  return {
    tab,
    open: (url: string) => tab.navigate(url),
    look,
    /** Returns its URL, the focused element, the fields' values and all visible text. */
    describe: async () => String(await ask('engineFinder.describe', [])),
    see: (by: By) => until('Not seen', by, ({ count }) => count > 0),
    gone: (by: By) => until('Still seen', by, ({ count }) => count === 0),
    click,
    type,
    press,
    /** Replaces the value of a field. */
    async fill(by: By, text: string) {
      await click(by)
      await tab.perform(keys([keyDown(KEYS.Control), ...stroke('a'), keyUp(KEYS.Control), ...stroke(KEYS.Delete)]))
      await type(text)
    },
    /** Runs a script in the page, such as a library that the page lacks. */
    install: (script: string) => tab.call(`() => { ${script} }`, []),
    /** Runs a function in the page. */
    async run<Result>(work: (...args: never[]) => Result, ...args: Json[]): Promise<Awaited<Result>> {
      // The compiler of the tests adds calls that mark inner functions with their names.
      const text = `(...args) => { const __name = (one) => one; return (${work})(...args) }`
      return (await tab.call(text, args)) as Awaited<Result>
    },
    /** Waits until a condition holds in the page. */
    async holds(what: string, work: (...args: never[]) => boolean, ...args: Json[]) {
      const end = Date.now() + PATIENCE_MS
      while (!(await unlessLeft(this.run(work, ...args)))) {
        if (Date.now() > end) throw new Error(`It does not hold that ${what}`)
        await wait(PAUSE_MS)
      }
    },
  }
}

export type EnginePage = ReturnType<typeof pageOf>
