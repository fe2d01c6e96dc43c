// With this prefix, a test in Node's runner reports that it passed only when it was repeated.
const START = 'flaky: '

export const flakyNote = (title, error) => `${START}${title}: ${error instanceof Error ? error.message : String(error)}`

/** Returns a diagnostic message's text about a flaky test, or `undefined`. */
export const flakyOf = (message) => (message.startsWith(START) ? message.slice(START.length) : undefined)
