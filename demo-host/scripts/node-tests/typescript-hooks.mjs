// Compiles TypeScript sources for Node tests; `preload.mjs` registers it. Unlike tsx, it leaves functions as they are: tsx
// names each of them again whenever it is created, which took a third of the processor time of `permissions.test.ts`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { threadId } from 'node:worker_threads'
import { transform, version } from 'esbuild'
import { root } from '../project.mjs'

const KEPT = join(root, '.cache', 'node-tests')

const OPTIONS = {
  format: 'esm',
  target: `node${process.versions.node}`,
  jsx: 'automatic',
  sourcemap: 'inline',
  sourcesContent: false,
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex')

const COMPILER = hashOf(version + JSON.stringify(OPTIONS))

const readKept = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Replaces the file at once, because other processes read it. */
const keep = (file, code) => {
  const draft = `${file}.${process.pid}-${threadId}`
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(draft, code)
  renameSync(draft, file)
}

/** Keeps the code of each source in a file of its own, which ends with the hash of the source. */
const compile = async (path) => {
  const text = readFileSync(path, 'utf8')
  const end = `\n//${hashOf(text)}`
  const file = join(KEPT, `${hashOf(COMPILER + path)}.js`)
  const kept = readKept(file)
  if (kept.endsWith(end)) return kept
  const { code } = await transform(text, { ...OPTIONS, loader: path.endsWith('x') ? 'tsx' : 'ts', sourcefile: path })
  keep(file, code + end)
  return code
}

const SOURCE = /^file:(?!.*\/node_modules\/)[^?]+\.tsx?(\?|$)/

export const load = async (url, context, nextLoad) =>
  SOURCE.test(url)
    ? { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true }
    : nextLoad(url, context)
