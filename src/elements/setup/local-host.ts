const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/

/** Returns whether the page is on a developer's own machine. */
export const isLocalHost = (hostname: string): boolean => LOCAL.test(hostname)
