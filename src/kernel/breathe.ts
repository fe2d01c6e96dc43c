/** Lets the page, or a server's other callers, take a turn: a part of a long work ends here. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
