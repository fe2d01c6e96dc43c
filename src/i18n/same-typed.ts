import { withoutIsolates } from './isolate.ts'

const bare = (text: string): string => withoutIsolates(text).trim()

/** Returns whether a user typed or pasted the expected text; either may have isolates, which are invisible. */
export const isSameTyped = (typed: string, expected: string): boolean => bare(typed) === bare(expected)
