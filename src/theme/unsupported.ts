import { isTree } from './theme-values.ts'

const DEEPEST = 12
const MAX_NAMED = 20

const isSelector = (key: string): boolean => /[&>:.#[\]\s*]/.test(key)

/** Skips `components` of regions such as `boxHeader`, which the elements render, not the theme. */
const find = (node: unknown, path: string, depth: number): string[] => {
  if (typeof node === 'function') return [path]
  if (!isTree(node) || depth > DEEPEST) return []
  return Object.keys(node).flatMap((key) => {
    const here = path ? `${path}.${key}` : key
    if (key === 'customStyles' || isSelector(key)) return [here]
    return find(node[key], here, depth + 1)
  })
}

/** Returns the paths of selector maps, functions and custom styles, which this theme ignores. */
export const findUnsupported = (options: unknown): readonly string[] => find(options, '', 0).slice(0, MAX_NAMED)
