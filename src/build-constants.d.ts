/** Put in place by the release build. */
declare const __FE_VERSION__: string
/** File of the release → base64 of its SHA-384. */
declare const __FE_INTEGRITY__: Record<string, string>
/** Files of the login path besides the entry. */
declare const __FE_PRELOAD__: readonly string[]
