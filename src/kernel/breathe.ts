/** Yields to the page, or to a server's other callers, between parts of long work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
