/** Detail of an audit row about a change: what held before and what holds now. */
export const beforeAndAfter = (before: object | null, after: object | null) => ({ before, after })
