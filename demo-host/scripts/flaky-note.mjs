// How a test in Node's runner says that it passed only when it ran again.
const START = 'flaky: '

export const flakyNote = (title, error) => `${START}${title}: ${error instanceof Error ? error.message : String(error)}`

/** What a diagnostic message says of a flaky test, or `undefined`. */
export const flakyOf = (message) => (message.startsWith(START) ? message.slice(START.length) : undefined)
