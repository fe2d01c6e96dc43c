import { type Clock, wait } from './clock.ts'
import { isRecord, parseJson } from './safe-json.ts'
import { pageNonce, trustedImportMap } from './trusted-scripts.ts'

/** A loaded module resolves at once; one that doesn't within this time hangs or is being requested again. */
const PROBE_MS = 1_000

/** The thunk as built; the name is the namespace of a module that shares its chunk with others. */
const IMPORT =
  /^\(\)\s*=>\s*import\(\s*["'`]\.\/(?:chunks\/)?([^"'`]+)["'`]\s*\)(?:\.then\(\(?([\w$]+)\)?\s*=>\s*\2\.([\w$]+)\))?$/

/** Rollup lists everything that a chunk needs in the chunk itself. */
const STATIC_IMPORT = /(?:from|import)\s*["'](\.[^"']+)["']/g

/** Files that only work under another URL. Like the browser's own list of modules, it applies to the whole page. */
const repaired = new Map<string, string>()
let tries = 0

/** The core is next to the folder of chunks. */
const CORE = 'core.js'
const OWN_URL = new URL(import.meta.url)
// The loader may have had to give the entry, which contains this module, another URL.
if (OWN_URL.search.startsWith('?again=')) repaired.set(OWN_URL.origin + OWN_URL.pathname, OWN_URL.href)

/**
 * The entry contains this module, so it works, and it imports no file. On pages with the loader, it runs as `fe.tag.js`:
 * reading it would be a request that only adds a way to fail.
 */
const ENTRY = new URL('fe.esm.js', OWN_URL).href

export const isAnyRepaired = (): boolean => repaired.size > 0

const read = async (file: string, signal: AbortSignal, cache: RequestCache): Promise<string> => {
  const response = await fetch(file, { signal, cache })
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.text()
}

const importsOf = (text: string, file: string): string[] =>
  [...text.matchAll(STATIC_IMPORT)].map(([, path]) => new URL(path as string, file).href)

/** Returns the integrity values of our files in the page's import maps. */
const knownIntegrity = (): Record<string, unknown> => {
  const maps = [...document.querySelectorAll('script[type=importmap]')].map(({ textContent }) => parseJson(textContent))
  return Object.assign({}, ...maps.map((map) => (isRecord(map) && isRecord(map.integrity) ? map.integrity : {})))
}

/**
 * Adds an import map. Rules of a later map apply to modules that nothing has resolved yet, such as those with a new
 * URL.
 */
const addImportMap = (map: object): void => {
  const script = document.createElement('script')
  script.type = 'importmap'
  script.nonce = pageNonce()
  script.textContent = trustedImportMap(JSON.stringify(map))
  document.head.append(script)
  script.remove()
}

const importFrom = (url: string): Promise<Record<string, unknown>> =>
  import(/* webpackIgnore: true */ /* @vite-ignore */ url)

/**
 * Loads a chunk under a new URL, with those of its imports that are broken; the others keep their URL, so that they
 * exist once.
 */
const importAnew = async (entry: string, broken: readonly string[]): Promise<Record<string, unknown>> => {
  tries += 1
  const urls = Object.fromEntries(broken.map((file) => [file, repaired.get(file) ?? `${file}?again=${tries}`]))
  const integrity = knownIntegrity()
  const name = `front-entry-again-${tries}`
  // A browser that supports a single import map ignores this one; it then cannot resolve the name, and nothing loads
  // unguarded.
  addImportMap({
    imports: { [name]: urls[entry] },
    scopes: Object.fromEntries(Object.values(urls).map((url) => [url, urls])),
    integrity: Object.fromEntries(Object.entries(urls).map(([file, url]) => [url, integrity[file]])),
  })
  const module = await importFrom(name)
  for (const [file, url] of Object.entries(urls)) repaired.set(file, url)
  return module
}

const repair = async (entry: string, clock: Clock, signal: AbortSignal): Promise<Record<string, unknown>> => {
  const working = new Set<string>()
  const probe = async (file: string) => {
    if (repaired.has(file)) return
    const isLoaded = importFrom(file).then(
      () => true,
      () => false,
    )
    if (await Promise.race([isLoaded, wait(clock, PROBE_MS, signal).then(() => false)])) working.add(file)
  }
  const isBroken = (file: string) => !working.has(file)
  await probe(entry)
  if (working.has(entry) && repaired.size === 0) return importFrom(entry)
  // The browser may have cached the damaged file.
  const files = [entry, ...importsOf(await read(entry, signal, 'reload'), entry)]
  await Promise.all(files.slice(1).map(probe))
  const texts = await Promise.all(
    files.map((file) =>
      file === ENTRY ? '' : read(repaired.get(file) ?? file, signal, isBroken(file) ? 'reload' : 'default'),
    ),
  )
  // Some browsers fetch a file again that they could not fetch before.
  await Promise.all(files.filter(isBroken).map(probe))
  const broken = files.filter((file, at) => isBroken(file) || importsOf(texts[at] as string, file).some(isBroken))
  return broken.includes(entry) ? importAnew(entry, broken) : importFrom(entry)
}

/**
 * Loads a chunk of the release that the browser can't load under its own URL: a module that hangs or does not link
 * stays that way for the life of the page. Chunks of other bundlers are only loaded again.
 */
export const repairChunk = async <Module>(
  load: () => Promise<Module>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Module> => {
  const [, file, , name] = IMPORT.exec(String(load)) ?? []
  if (!file) return load()
  const path = file === CORE ? file : `chunks/${file}`
  const repairing = repair(new URL(path, OWN_URL).href, clock, signal).then(
    (module) => (name ? module[name] : module) as Module, // the module that `load` imports
  )
  // It may still arrive by itself; once a file has another URL, its importers must use that one.
  if (repaired.size > 0) return repairing
  return Promise.any([load(), repairing]).catch((error: AggregateError) => {
    throw error.errors[0]
  })
}
