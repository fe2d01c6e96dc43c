/** Put in place by the release build. */
declare const __FE_VERSION__: string
/** An import map with the SHA-256 of each module, in which `*` is the folder of the release. */
declare const __FE_IMPORT_MAP__: string
/** Files of the first screen, the entry first, each with the base64 of its SHA-256. */
declare const __FE_PRELOAD__: readonly (readonly [file: string, hash: string])[]
