import type { Plugin } from 'rollup'

/** Compiles the sources below `src` of a folder; a type error in any of them fails the build. */
export declare const typed: (folder: string) => Plugin
