/** Returns a function that lets the files of a quickstart return to this path after a sign-in instead of to `/`. */
export const atPath = (path) => (text) =>
  text.replaceAll(/\{ contextOptions\b/g, `$&, authOptions: { routes: { authenticatedUrl: '${path}' } }`)
