/** Put in place by the release build. */
declare const __FE_VERSION__: string
/**
 * The names of all other chunks, with commas between them, and for each 50 characters: the end of its file's name and
 * the base64 of its SHA-256 without padding.
 */
declare const __FE_CHUNKS__: readonly [names: string, tag: string, hashes: string]
/** Files of the first screen, the entry first and the first requests last, each with the base64 of its SHA-256. */
declare const __FE_PRELOAD__: readonly (readonly [file: string, hash: string])[]
/** First screen of the login box, which the loader paints; `undefined` in development mode. */
declare const __FE_FIRST_SCREEN__: import('./first-screen/tree.ts').FirstScreen | undefined
/** Name of the entry on pages with the loader: `fe.tag.js`, and in development mode that of all pages. */
declare const __FE_OWN_ENTRY__: string
