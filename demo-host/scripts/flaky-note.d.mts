/** Returns the diagnostic message of a test that passed only when it was repeated. */
export const flakyNote: (title: string, error: unknown) => string
/** Returns the content of such a message, or `undefined` for any other. */
export const flakyOf: (message: string) => string | undefined
