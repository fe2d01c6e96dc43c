import type { Stack } from './project.mjs'

/** @throws Error with the output of the build */
export declare const build: (folder: string, stack: Stack, target: { base: string; out: string }) => Promise<void>
