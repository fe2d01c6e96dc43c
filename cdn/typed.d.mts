import type { Plugin } from 'rollup'

/** Compiles the sources below `src` of a folder; a type error in any of them fails the build, if they are checked. */
export declare const typed: (folder: string, options?: { isChecked?: boolean }) => Plugin
