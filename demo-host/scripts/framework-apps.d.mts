import type { Tools } from './quickstarts/project.mjs'

/** Names of the quickstarts that are pages of the demo host. */
export declare const APPS: readonly string[]
/** Names of all quickstarts; the first ones run in `npm test`. */
export declare const QUICKSTARTS: readonly string[]
/** Folder of the tools. */
export declare const FRAMEWORKS: string
/** Folder of the built apps, with a subfolder for each. */
export declare const BUILT_APPS: string
export declare const prepareTools: () => Promise<Tools & { stamp: string }>
export declare const prepareFrameworks: (apps?: readonly string[]) => Promise<string>
/** @throws Error with the output of the compiler */
export declare const checkTypings: () => Promise<void>
