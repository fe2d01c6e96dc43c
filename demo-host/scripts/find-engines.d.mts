export const ENGINES: readonly { name: string; packages: readonly string[] }[]
/** Paths of an engine's programs, or `undefined` when one is missing. */
export const findEngine: (name: string) => readonly string[] | undefined
/** Installs missing engines; returns the names of those that can't be installed. */
export const ensureEngines: (options?: { isRequired?: boolean }) => string[]
