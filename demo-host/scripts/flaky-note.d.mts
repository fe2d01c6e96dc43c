/** The diagnostic message of a test that passed only when it ran again. */
export const flakyNote: (title: string, error: unknown) => string
/** What such a message says, or `undefined` for any other. */
export const flakyOf: (message: string) => string | undefined
