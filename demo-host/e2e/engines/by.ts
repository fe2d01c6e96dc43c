/** Text that a page script compares with; a string must match completely. */
type Wanted = string | { pattern: string; flags: string }

/** Describes the element that a flow looks for. Only visible elements are found. */
export interface By {
  css?: string
  role?: string
  name?: Wanted
  text?: Wanted
  within?: By
  /** Index among several matches; the first by default, -1 is the last. */
  at?: number
}

export interface Found {
  count: number
  texts: string[]
  boxes: { left: number; top: number; width: number; height: number }[]
}

export type Point = { x: number; y: number } | { problem: string }

/** Converts text to a form that can be sent to the page. */
const wanted = (text: string | RegExp): Wanted =>
  typeof text === 'string' ? text : { pattern: text.source, flags: text.flags }

export const byRole = (role: string, name?: string | RegExp, more: Omit<By, 'role' | 'name'> = {}): By => ({
  ...more,
  role,
  ...(name !== undefined && { name: wanted(name) }),
})

export const byText = (text: string | RegExp, more: Omit<By, 'text'> = {}): By => ({ ...more, text: wanted(text) })

export const byCss = (css: string, more: Omit<By, 'css'> = {}): By => ({ ...more, css })
