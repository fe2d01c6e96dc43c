const DAY_MS = 86_400_000

/**
 * The turn of tests of which a part runs each day. `TEST_TURN=0`, `1`, … repeats the part of another day, and the summary
 * of `npm test` names it.
 */
export const testTurn = (): number => Number(process.env.TEST_TURN ?? Math.floor(Date.now() / DAY_MS))
