import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catalog, Message, MessageSet } from '../../../src/i18n/messages.ts'

const PAGES = fileURLToPath(new URL('../../../src/pages', import.meta.url))
/** Size of all texts together. */
const SIZE = 1_000_000
const KEYS = 5_000
const LONG = 'א'.repeat(40)
/** One in this number of texts is broken. */
const BROKEN_EVERY = 7
const BROKEN = ['{{name', '{{}}', 'x }} y', 7, null] as const

type Tree = Record<string, unknown>

const isSet = (value: unknown): value is MessageSet<Catalog> =>
  typeof value === 'object' && value !== null && 'path' in value && 'texts' in value

/** Returns the texts of every page, found by their files. */
const pageTexts = async (): Promise<MessageSet<Catalog>[]> => {
  const files = (await readdir(PAGES, { recursive: true })).filter((file) => file.endsWith('.messages.ts'))
  const modules = await Promise.all(files.map((file) => import(join(PAGES, file)) as Promise<object>))
  return modules.flatMap((one) => Object.values(one).filter(isSet))
}

const branchAt = (tree: Tree, path: string): Tree =>
  path.split('.').reduce((node, name) => {
    node[name] ??= {}
    return node[name] as Tree // The member was created one line above.
  }, tree)

/** Returns a text in Hebrew letters, with the values of the English text. */
const longText = (text: Message): Message => {
  if (typeof text !== 'string') return { other: `${LONG} {{count}}` }
  return [LONG, ...(text.match(/\{\{\w+\}\}/g) ?? [])].join(' ')
}

/** Returns texts of all pages in Hebrew: 1 MB, 5,000 keys, some of them malformed. */
export const largeTexts = async () => {
  const tree: Tree = {}
  const sets = await pageTexts()
  let keys = 0
  let broken = 0
  for (const { path, texts } of sets) {
    const branch = branchAt(tree, path)
    for (const [key, text] of Object.entries(texts)) {
      keys += 1
      const isBroken = keys % BROKEN_EVERY === 0
      broken += isBroken ? 1 : 0
      branch[key] = isBroken ? BROKEN[keys % BROKEN.length] : longText(text)
    }
  }
  const missing = Math.max(0, KEYS - keys)
  const padding = 'א'.repeat(Math.ceil(SIZE / KEYS))
  for (let at = 0; at < missing; at += 1) branchAt(tree, sets[at % sets.length]?.path ?? '')[`unknown${at}`] = padding
  return { localizations: { he: tree }, keys: keys + missing, broken, bytes: Buffer.byteLength(JSON.stringify(tree)) }
}
