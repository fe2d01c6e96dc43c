/** Names of the quickstart apps. */
export declare const APPS: readonly string[]
/** Folder of the installed apps. */
export declare const FRAMEWORKS: string
/** Folder of the built apps, one below it for each. */
export declare const BUILT_APPS: string
export declare const prepareFrameworks: (apps?: readonly string[]) => Promise<string>
/** @throws Error with what the compiler said */
export declare const checkTypings: () => Promise<void>
