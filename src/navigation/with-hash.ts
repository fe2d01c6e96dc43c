/**
 * Returns the page's URL with this fragment. A fragment alone would be resolved against the page's `<base>`, which is
 * often `/`.
 */
export const withHash = (hash: string): string => `${document.URL.split('#', 1)[0]}${hash}`
