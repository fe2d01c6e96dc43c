import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { repairChunk as RepairChunk } from './repair-chunk.ts'

const BROKEN = 'export const = 1'
const OTHER = "export const other = ' and other'"
const WHOLE = `import { name } from '../fe.esm.js'
import { other } from './other.js'
export const said = name + other`

/** A release on the disk whose page has the script tag: a file in place of the import map gives the entry's name. */
const release = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-repair-'))
  const put = (file: string, text: string) => writeFileSync(join(folder, file), text)
  for (const name of ['chunks', 'node_modules']) mkdirSync(join(folder, name))
  put('package.json', '{"type":"module"}')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./repair-chunk.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'error',
  })
  put('fe.tag.js', `${outputFiles[0]?.text}\nexport const name = 'tag'`)
  put('fe.esm.js', "export * from './fe.tag.js'")
  put('chunks/other.js', OTHER)
  put('chunks/part.js', BROKEN)
  return { folder, put, url: (file: string) => pathToFileURL(join(folder, file)).href }
}

/** Replaces the page's parts that a repair uses, and returns the files that it read. */
const page = ({ folder, put, url }: Awaited<ReturnType<typeof release>>): string[] => {
  const read: string[] = []
  /** Node.js has no import maps: a package replaces the name that a map adds. */
  const addMap = ({ textContent }: { textContent: string }) => {
    for (const [name, target] of Object.entries(JSON.parse(textContent).imports)) {
      mkdirSync(join(folder, 'node_modules', name))
      writeFileSync(join(folder, 'node_modules', name, 'index.js'), `export * from ${JSON.stringify(target)}`)
      put(`node_modules/${name}/package.json`, '{"type":"module","exports":"./index.js"}')
    }
  }
  Object.assign(globalThis, {
    document: {
      querySelector: () => null,
      querySelectorAll: () => [],
      createElement: () => ({ remove() {} }),
      head: { append: addMap },
    },
    fetch: async (file: string) => {
      read.push(file)
      if (file === url('fe.esm.js')) throw new TypeError('Failed to fetch')
      if (file !== url('chunks/part.js')) return new Response(OTHER)
      put('chunks/part.js', WHOLE)
      return new Response(WHOLE)
    },
  })
  return read
}

test('a chunk is repaired though the entry, which runs under another name, cannot be read', async (context) => {
  const own = await release()
  const { document: hostDocument, fetch: hostFetch } = globalThis
  context.after(() => {
    Object.assign(globalThis, { document: hostDocument, fetch: hostFetch })
    rmSync(own.folder, { recursive: true })
  })
  const read = page(own)
  const { repairChunk }: { repairChunk: typeof RepairChunk } = await import(own.url('fe.tag.js'))
  const load = Object.assign(() => import(own.url('chunks/part.js')), {
    toString: () => '() => import("./chunks/part.js")',
  })
  await assert.rejects(load())
  const clock = { now: () => 0, schedule: () => () => undefined }
  const { said } = await repairChunk(load, clock, new AbortController().signal)
  assert.equal(said, 'tag and other')
  assert.ok(read.includes(own.url('chunks/part.js')) && !read.includes(own.url('fe.esm.js')))
})
