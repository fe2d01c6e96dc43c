export const ENGINES: readonly { name: string; packages: readonly string[] }[]
/** Paths of an engine's programs, or `undefined` when one is missing. */
export const findEngine: (name: string) => readonly string[] | undefined
/** Installs what is missing; returns the names of the engines that can't be had. */
export const ensureEngines: (options?: { isRequired?: boolean }) => string[]
